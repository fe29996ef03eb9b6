import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../../hosts/graphql/schema.ts'
import { allTools } from '../../hosts/mcp/tools/tools.ts'
import { rawClient, toolCall } from '../hosts/mcp/client.ts'
import { administrators } from '../support/administrators.ts'
import { type Answer, ask, follow, newAccount } from '../support/api.ts'
import { selectionOf } from '../support/graphql-values.ts'
import type { JsonSchema } from '../support/json-samples.ts'
import { FEW_NAUGHTY_TEXTS, INSIDES } from '../support/naughty-texts.ts'
import { DATABASES, useTestServer } from '../support/server.ts'
import { toolTextPlaces, withText } from '../support/tool-places.ts'

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

describe.each(DATABASES)('any input over %s', (database) => {
  const { configure, promote } = administrators()
  const server = useTestServer({ database, settings: { DEFAULT_PLAN: 'PRO' }, configure })
  let me: Awaited<ReturnType<typeof newAccount>>
  let key: string

  beforeAll(async () => {
    me = await newAccount(server.url)
    // Some queries are for administrators alone.
    await promote(me)
    const { data } = await me.ask('mutation { createApiKey(label: "mine") { secret } }')
    key = data.createApiKey.secret
    await me.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "kept") }')
    await me.ask('mutation { createBioPage(input: { slug: "kept" }) { id } }')
  })

  it('any tool input is accepted or refused with a message', async () => {
    const { send } = await rawClient(`${server.url}/mcp?toolsets=all`, key).open()
    const wrong: unknown[] = []
    const call = async (name: string, args: unknown) => {
      const response = await send(toolCall(name, args as object))
      const text = await response.text()
      const given = JSON.parse(text).result?.content?.[0]?.text
      if (
        response.status !== 200 ||
        typeof given !== 'string' ||
        INSIDES.test(text) ||
        text.includes('Internal server')
      )
        wrong.push({ name, args, text: text.slice(0, 500) })
    }
    for (const { listed } of allTools) {
      const schema = listed.inputSchema as JsonSchema
      for (const place of toolTextPlaces(schema)) {
        await Promise.all(FEW_NAUGHTY_TEXTS.map((text) => call(listed.name, withText(schema, place, text))))
      }
      const names = Object.keys(schema.properties ?? {})
      if (names.length === 0) continue
      const anything = fc.record(Object.fromEntries(names.map((name) => [name, fc.jsonValue()])), { requiredKeys: [] })
      await fc.assert(
        fc.asyncProperty(anything, (args) => call(listed.name, args)),
        { numRuns: 10 },
      )
    }
    expect(wrong).toEqual([])
  })

  it('any input leaves every record readable', async () => {
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ args }) =>
      args.every(({ type }) => !String(type).endsWith('!')),
    )
    for (const field of fields) {
      const { errors } = await me.ask(`{ ${field.name} ${selectionOf(field.type, 2)} }`)
      expect([field.name, errors]).toEqual([field.name, []])
    }
    const { data } = await me.ask('{ shortlinkConnection(take: 100) { items { id shortlink } } bioPages { slug } }')
    const links = data.shortlinkConnection.items as { id: string; shortlink: string }[]
    for (const { id, shortlink } of links) {
      const info = await me.ask(`query ($id: ID!) { getShortlinkInfo(id: $id) { hits { id ip } rules { type } } }`, {
        id,
      })
      expect(info.errors).toEqual([])
      expect((await follow(server.url, shortlink)).status).toBeLessThan(500)
    }
    for (const { slug } of data.bioPages) expect((await fetch(`${server.url}/bio/${slug}`)).status).toBe(200)
  })

  describe('as SQL', () => {
    const PROBES = [
      "'",
      "' or 1=1 --",
      "' or '1'='1",
      "'; delete from links; --",
      "'; update users set name = 'x'; --",
      "' union select id, id, id from users --",
      "' and 1=(select count(*) from links) --",
      "'; select pg_sleep(5); --",
      "' or pg_sleep(5) is null --",
      "' || (select like('abcdefg', upper(hex(randomblob(500000000))))) || '",
      "\\'; vacuum; --",
    ]

    const MAX_CPU_US = 900_000

    async function isFault(answer: Answer | Response): Promise<boolean> {
      if (answer.status >= 500) return true
      return /INTERNAL_SERVER_ERROR|UNAVAILABLE|Internal server/.test(
        answer instanceof Response ? await answer.text() : JSON.stringify(answer),
      )
    }

    const snapshot = async () => {
      const { data, errors } = await me.ask(
        '{ getUserInfo { name email } getApiKeys { id label } shortlinkConnection(take: 100) { items { id shortlink target title } totalCount } bioPages { id slug title } }',
      )
      expect(errors).toEqual([])
      return data
    }

    it('SQL in any of six inputs changes nothing and takes no extra time', async () => {
      const { send } = await rawClient(`${server.url}/mcp?toolsets=all`, key).open()
      const ways: Readonly<Record<string, (probe: string) => Promise<Answer | Response>>> = {
        id: (probe) => me.ask('query ($id: ID!) { getShortlinkInfo(id: $id) { id } }', { id: probe }),
        search: (probe) =>
          me.ask('query ($text: String) { shortlinkConnection(search: $text) { totalCount } }', { text: probe }),
        login: (probe) =>
          ask(server.url, 'mutation ($e: String!) { login(email: $e, password: "wrong") { token } }', { e: probe }),
        path: (probe) => fetch(`${server.url}/bio/${encoded(probe)}`),
        referer: (probe) =>
          fetch(`${server.url}/kept`, { redirect: 'manual', headers: { referer: probe, 'user-agent': probe } }),
        tool: (probe) => send(toolCall('delete_shortlinks', { ids: [probe] })),
      }
      const before = await snapshot()
      let tried = 0
      for (const [way, send] of Object.entries(ways)) {
        for (const probe of PROBES) {
          const before = process.cpuUsage()
          const answer = await send(probe)
          const { user, system } = process.cpuUsage(before)
          // What sleeps in the database reaches the time limit of a statement; what computes takes the time of a thread here.
          expect([way, probe, await isFault(answer), user + system < MAX_CPU_US]).toEqual([way, probe, false, true])
          tried += 1
        }
      }
      expect(tried).toBe(66)
      expect(await snapshot()).toEqual(before)
    })
  })
})
