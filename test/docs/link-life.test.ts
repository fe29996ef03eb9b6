import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepingOpen } from '../hosts/cli/in-process.ts'
import { connect } from '../hosts/mcp/client.ts'
import { ask, follow } from '../support/api.ts'
import { fencesOf, patternOf } from '../support/fences.ts'
import { startTestServer, testEnvironment } from '../support/server.ts'
import { runPage } from './page-shell.ts'

const PAGE = 'docs/links.md'

let settings: Record<string, string>
let server: Awaited<ReturnType<typeof startTestServer>>
let key: string
beforeAll(async () => {
  settings = await testEnvironment('sqlite')
  await shell('shortlink user create --name Ada --email ada@example.com')
  key = (await shell('shortlink key create --user ada@example.com --label tests')).trim()
  server = await startTestServer({ settings })
})
afterAll(() => server.close('the tests are over'))

const runner = keepingOpen(afterAll)

/** Runs lines of the page beside the server, which is reached by the name on the page. */
const shell = (script: string) =>
  runPage(script.replaceAll('http://localhost:3000', server?.url ?? ''), settings, { runner })

const query = async (text: string, variables: object = {}) => {
  const { data, errors } = await ask(server.url, text, variables, { 'x-api-key': key })
  expect(errors, text).toEqual([])
  return data
}

const FIELDS =
  '{ shortlinkConnection(take: 100, archived: null) { items { id shortlink status visitsLeft hasPassword tags note archived aliases } } }'

async function linkAt(slug: string) {
  const items = (await query(FIELDS)).shortlinkConnection.items as { shortlink: string; id: string }[]
  return items.find(({ shortlink }) => shortlink === slug)
}

/** Status and target of a visit by a person. */
async function visit(slug: string) {
  const { status, headers } = await follow(server.url, slug, { accept: 'text/html' })
  return [status, headers.get('location')]
}

it('each request of docs/links.md works over GraphQL, MCP and the command line, in the order of the page', async () => {
  const { client } = await connect(`${server.url}/mcp`, key)
  let printed = ''
  let slug = ''
  for (const { language, code } of fencesOf(PAGE)) {
    // A request for a link by its id means the one made before.
    if (language === 'graphql') {
      await query(code, code.includes('$id') ? { id: (await linkAt(slug))?.id } : {})
      slug = /createShortlink\([^)]*shortlink: "([^"]*)"/.exec(code)?.[1] ?? slug
    } else if (language === 'json')
      expect(await client.callTool(JSON.parse(code)), code).not.toMatchObject({ isError: true })
    else if (language === 'sh') printed = await shell(code)
    else expect(printed.trim().split('\n').at(-1)).toMatch(patternOf(code))
  }

  for (const slug of ['sale', 'sale-agent', 'sale-cli'])
    expect(await visit(slug)).toEqual([302, 'https://example.com/sold-out'])

  expect(await linkAt('tickets-cli')).toMatchObject({ visitsLeft: 200 })

  expect(await visit('minutes-cli')).toEqual([302, 'https://example.com/minutes.pdf'])

  const shared = '?from=short&utm_source=poster&utm_campaign=spring'
  expect(await visit('manual/guide?page=2')).toEqual([307, `https://example.com/docs/guide${shared}&page=2`])

  for (const slug of ['launch', 'launch-cli']) {
    const card = await follow(server.url, slug, { 'user-agent': 'Twitterbot/1.0' })
    expect([card.status, await card.text()]).toEqual([200, expect.stringContaining('We have lift-off')])
    expect(await visit(slug)).toEqual([302, 'https://example.com/launch'])
  }

  const spring = { tags: ['Spring', 'print'], note: 'On the posters in Rome' }
  expect(await linkAt('spring')).toMatchObject({ ...spring, archived: false, aliases: ['primavera'] })
  expect(await linkAt('spring-cli')).toMatchObject({ ...spring, archived: true })
  expect(await visit('primavera')).toEqual([302, 'https://example.com/spring'])
})
