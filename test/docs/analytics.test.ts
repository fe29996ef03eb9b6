import { readFileSync } from 'node:fs'
import { ANALYTICS_DIMENSIONS } from '@shortlink/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Parts } from '../../hosts/app/parts/types.ts'
import { settingsSchema } from '../../hosts/app/settings/settings.ts'
import { connect } from '../hosts/mcp/client.ts'
import { ask, follow } from '../support/api.ts'
import { fencesOf } from '../support/fences.ts'
import { startTestServer, testEnvironment } from '../support/server.ts'
import { runPage } from './page-shell.ts'

const PAGE = 'docs/analytics.md'

let settings: Record<string, string>
let server: Awaited<ReturnType<typeof startTestServer>>
let key: string
let unknown: Parts['unknownVisitCounter']
beforeAll(async () => {
  settings = await testEnvironment('sqlite')
  await shell('shortlink user create --name Ada --email ada@example.com')
  key = (await shell('shortlink key create --user ada@example.com --label tests')).trim()
  server = await startTestServer({
    settings,
    configure: (root) => root.decorate('unknownVisitCounter', (counter) => (unknown = counter)),
  })
})
afterAll(() => server.close('the tests are over'))

/** Runs lines of the page beside the server. */
const shell = (script: string) => runPage(script, settings)

const query = async (text: string) => {
  const { data, errors } = await ask(server.url, text, {}, { 'x-api-key': key })
  expect(errors, text).toEqual([])
  return data
}

/** What the queries return, by a part of them. */
const ANSWERS = [
  ['unknownVisits', { unknownVisits: [] }],
  ['createStatShare', { createStatShare: { url: expect.stringContaining('/dash/shared/') } }],
  ['createAnnotation', { createAnnotation: { id: expect.any(String) } }],
  ['analytics', { analytics: { keptFrom: null } }],
] as const

it('each request of docs/analytics.md works over GraphQL, MCP and the command line', async () => {
  await query('mutation { createShortlink(shortlink: "sale", target: "https://example.com/") }')
  await follow(server.url, 'sale')
  await follow(server.url, 'sael', {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  await unknown.flush?.()
  const count = '{ shortlinkConnection { items { hitCount } } }'
  await expect.poll(async () => (await query(count)).shortlinkConnection.items).toEqual([{ hitCount: 1 }])
  const { client } = await connect(`${server.url}/mcp?toolsets=analytics`, key)
  for (const { language, code } of fencesOf(PAGE)) {
    if (language === 'graphql') {
      const answer = ANSWERS.find(([part]) => code.includes(part))?.[1]
      expect(await query(code)).toMatchObject(answer ?? {})
    } else if (language === 'json') expect(await client.callTool(JSON.parse(code))).not.toMatchObject({ isError: true })
    else if (language === 'sh') expect(await shell(code)).toMatch(/\b(sale|sael)\b/)
  }
  await client.close()
})

it('docs/analytics.md names every dimension by which visits are broken down', () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(ANALYTICS_DIMENSIONS.filter((dimension) => !page.includes(`\`${dimension}\``))).toEqual([])
})

it('docs/privacy.md names every setting about what is kept of visitors', () => {
  const page = readFileSync('docs/privacy.md', 'utf8')
  const names = Object.keys(settingsSchema.shape).filter((name) => /^(IP_|HIT_|UNIQUE_VISITORS|HONOR_)/.test(name))
  expect(names).toHaveLength(5)
  expect(names.filter((name) => !page.includes(name))).toEqual([])
})
