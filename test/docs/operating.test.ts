import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { runInProcess } from '../hosts/cli/in-process.ts'
import { operator } from '../hosts/cli/shortlink.ts'
import { startTestServer } from '../support/server.ts'

const FIGURE = /\b(?:shortlink|nodejs|process)_[a-z0-9_]+/g
/** What Prometheus makes of a histogram. */
const PARTS = /_(bucket|sum|count)$/

const figuresIn = (text: string) => new Set((text.match(FIGURE) ?? []).map((name) => name.replace(PARTS, '')))

it('docs/operating.md lists exactly the metrics that are served', async () => {
  const server = await startTestServer({ database: 'postgres', settings: { METRICS_TOKEN: 'a-token-of-tests' } })
  const scrape = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer a-token-of-tests' } })
  const served = new Set([...(await scrape.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  await server.close('the test is over')

  const guide = figuresIn(readFileSync('docs/operating.md', 'utf8'))
  const dashboard = figuresIn(readFileSync('docs/examples/grafana-dashboard.json', 'utf8'))
  const unknown = (names: Set<string>) => [...names].filter((name) => !served.has(name))
  const alerts = figuresIn(readFileSync('docs/examples/prometheus-rules.yaml', 'utf8'))
  expect(unknown(guide)).toEqual([])
  expect(unknown(alerts)).toEqual([])
  expect(unknown(dashboard)).toEqual([])
  const own = [...served].filter((name) => name?.startsWith('shortlink_'))
  expect(own.filter((name) => name && !(guide.has(name) && dashboard.has(name)))).toEqual([])
})

it.each(['SECURITY.md', 'docs/threat-model.md', 'docs/operating.md', 'docs/backups.md'])(
  'every file that %s links to exists',
  (page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)].map(
      ([, path]) => path ?? '',
    )
    expect(links.filter((path) => !existsSync(join(dirname(page), path)))).toEqual([])
    expect(links.length).toBeGreaterThan(0)
  },
)

it('the backup for cron and the test of a backup in docs/backups.md work', async () => {
  const page = readFileSync('docs/backups.md', 'utf8')
  const command = (start: string) => page.slice(page.indexOf(start)).split('`', 1)[0] ?? ''
  const { environment, run, folder } = await operator('sqlite', runInProcess)
  await run('link', 'create', 'https://example.com/', '--slug', 'kept')
  await run('key', 'create', '--user', 'ada@example.com', '--label', 'laptop')
  const [backups, drill, file] = [join(folder, 'backups'), join(folder, 'drill'), join(folder, 'shortlink.env')]
  for (const made of [backups, drill]) mkdirSync(made)
  environment.BASE_URL = 'http://localhost:3000'
  writeFileSync(
    file,
    Object.entries(environment)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  )

  const backUp = command('shortlink backup /')
    .replace('/var/backups/shortlink', backups)
    .replace('/etc/shortlink.env', file)
  expect(await runInProcess({}, backUp.split(' ').slice(1))).toMatchObject({ code: 0, stderr: '' })
  const [name = ''] = readdirSync(backups)
  const drilled = async (start: string) => {
    const words = command(start).replace('FILE', join(backups, name)).replaceAll('sqlite:drill', `sqlite:${drill}`)
    const { DATABASE_URL: _, ...settings } = environment
    return runInProcess(settings, words.split(' ').slice(1))
  }
  expect(await drilled('shortlink restore FILE --database')).toMatchObject({ code: 0, stderr: '' })
  const { code, stdout } = await drilled('shortlink doctor --database')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('1 link, 0 hits') })
  expect(stdout).toContain('ok    pepper: APIKEY_PEPPER matches the database')
})
