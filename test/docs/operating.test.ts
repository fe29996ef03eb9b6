import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
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
  expect(unknown(guide)).toEqual([])
  expect(unknown(dashboard)).toEqual([])
  const own = [...served].filter((name) => name?.startsWith('shortlink_'))
  expect(own.filter((name) => name && !(guide.has(name) && dashboard.has(name)))).toEqual([])
})

it.each(['SECURITY.md', 'docs/threat-model.md', 'docs/operating.md'])('every file that %s links to exists', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)].map(
    ([, path]) => path ?? '',
  )
  expect(links.filter((path) => !existsSync(join(dirname(page), path)))).toEqual([])
  expect(links.length).toBeGreaterThan(0)
})
