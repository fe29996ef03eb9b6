import { execFile, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { blocksOf } from '../../support/fences.ts'
import { freePort } from '../../support/free-port.ts'
import { packAll, projectWith, repository, shellEnvironment } from '../install.ts'

const run = promisify(execFile)
/** Not among the dependencies of development, since only this test needs its 300 MB. */
const NEXT = [
  'next@16.4.6',
  'react@19.3.1',
  'react-dom@19.3.1',
  'typescript@5.9.3',
  '@types/react@19',
  '@types/node@24',
]
const environment = { ...shellEnvironment(), NEXT_TELEMETRY_DISABLED: '1' }

let app: string
beforeAll(async () => {
  app = await projectWith([...Object.values(await packAll()), ...NEXT])
  const route = join(app, 'app/go/[slug]')
  mkdirSync(route, { recursive: true })
  copyFileSync(join(repository, 'docs/examples/next-route.ts'), join(route, 'route.ts'))
  const [configuration = ''] = blocksOf(join(repository, 'docs/embedding.md'), 'js')
  writeFileSync(join(app, 'next.config.mjs'), configuration)
}, 400_000)

const next = (...args: string[]) => [join(app, 'node_modules/next/dist/bin/next'), ...args]

it('the route in docs/embedding.md builds with Next.js, follows links and serves the API', async () => {
  await run(process.execPath, next('build'), { cwd: app, env: environment, maxBuffer: 2 ** 26 })
  const port = await freePort()
  const server = spawn(process.execPath, next('start', '--port', `${port}`), {
    cwd: app,
    env: environment,
    stdio: 'ignore',
  })
  onTestFinished(() => void server.kill())
  const url = `http://localhost:${port}/go`
  await expect.poll(() => fetch(`${url}/none`).then(({ status }) => status), { timeout: 60_000 }).toBe(404)
  const made = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'mutation { createShortlink(target: "https://example.com/", shortlink: "mine") }' }),
  })
  expect(await made.json()).toEqual({ data: { createShortlink: 'mine' } })
  const followed = await fetch(`${url}/mine`, { redirect: 'manual' })
  expect([followed.status, followed.headers.get('location')]).toEqual([302, 'https://example.com/'])
  expect((await fetch(`${url}/elsewhere`, { method: 'POST' })).status).toBe(404)
}, 300_000)
