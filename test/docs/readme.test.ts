import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { expect, it } from 'vitest'
import { readSettings } from '../../hosts/app/settings/settings.ts'
import { keepingOpen } from '../hosts/cli/in-process.ts'
import { emptyPostgresDatabase, temporaryFolder } from '../support/databases.ts'
import { blocksOf, sleepingUntil } from '../support/fences.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer, testEnvironment } from '../support/server.ts'
import { runPage } from './page-shell.ts'

const [, session = '', postgres = '', compose = ''] = blocksOf('README.md', 'sh')
const [answers = '', folders = ''] = blocksOf('README.md', '')

/** In place of npm's own start, which test/packages/clone.test.ts tries. */
const NPM = 'npm() { shift 4; shortlink "$@"; }'

const FOR_LONG = { timeout: 60_000 }
/** The output without what differs from run to run: ids, passwords and ports. */
const alike = (output: string) =>
  output
    .replace(/\([\da-f-]{36}\)/, '(ID)')
    .replace(/Password: \S+/, 'Password: P')
    .replaceAll(/localhost:\d+/g, 'localhost:PORT')
    .replaceAll('\r', '')
    .trim()

it('the session in the README gives the output that the README shows', async () => {
  expect(session.match(/npm (?!run -s shortlink -- )/)).toBeNull()
  const environment = await testEnvironment('sqlite')
  const server = await startTestServer({ settings: environment })
  try {
    const here = session.replaceAll('http://localhost:3000', server.url)
    const waiting = sleepingUntil('npm run -s shortlink -- link list --user ada@example.com', ' 1 hit', here)
    const stdout = await runPage(`${NPM}\n${waiting}`, environment, { runner: keepingOpen() })
    expect(alike(stdout)).toBe(alike(answers))
  } finally {
    await server.close('the session is over')
  }
})

it('the Postgres commands in the README start production on Postgres, with secrets that only the owner can read', async () => {
  const port = await freePort()
  const secrets = join(temporaryFolder(), 'secrets.env')
  const commands = postgres
    .replaceAll(/(\.\/)?secrets\.env/g, secrets)
    .replace(/postgres:\S+/, await emptyPostgresDatabase())
    .replace('NODE_ENV=production', 'exec env $&')
  expect(commands).toContain('exec env NODE_ENV=production BASE_URL=https://')
  const child = spawn('bash', ['-c', commands], {
    env: {
      PATH: process.env.PATH,
      PORT: `${port}`,
      HOST: '127.0.0.1',
      DATA_DIR: temporaryFolder(),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await expect.poll(() => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status), FOR_LONG).toBe(200)
    expect(statSync(secrets).mode & 0o777).toBe(0o600)
    const made = parseEnv(readFileSync(secrets, 'utf8'))
    expect(readSettings({ ...made, NODE_ENV: 'production', DATABASE_URL: 'sqlite:x' })).toMatchObject(made)
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  }
})

it('the README generates exactly the secrets that Compose needs', async () => {
  expect(blocksOf('docs/deploying.md', 'sh')).toEqual([compose])
  const [make = '', start = ''] = compose.split('\n')
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'deploy'))
  await promisify(execFile)('bash', ['-c', make], { cwd: folder })
  const made = parseEnv(readFileSync(join(folder, 'deploy/.env'), 'utf8'))
  // There is no engine here to start it with; test/docs/deploy.test.ts holds the file against the server.
  const [, file = ''] = /^docker compose --file (\S+) up --detach$/.exec(start) ?? []
  const asked = [...readFileSync(file, 'utf8').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name)
  expect(Object.keys(made).sort()).toEqual([...new Set(asked)].sort())
  const { JWT_SECRET = '', APIKEY_PEPPER = '', POSTGRES_PASSWORD = '' } = made
  expect(new Set([JWT_SECRET, APIKEY_PEPPER, POSTGRES_PASSWORD]).size).toBe(3)
  expect(readSettings({ JWT_SECRET, APIKEY_PEPPER })).toMatchObject({ JWT_SECRET, APIKEY_PEPPER })
})

it('the folders in the README exist', () => {
  const named = [...folders.matchAll(/^(\w+\/)|start at (\S+)/gm)].map(([, folder, file]) => folder ?? file ?? '')
  expect(named.filter((path) => !existsSync(path))).toEqual([])
  expect(named.length).toBeGreaterThan(6)
})

it('the README is short', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThan(130)
})
