import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawClient, toolCall } from '../hosts/mcp/client.ts'
import { type Answer, ask, newAccount } from '../support/api.ts'
import { startDnsServer, type TestDns } from '../support/dns.ts'
import { selectionOf } from '../support/graphql-values.ts'
import { callOf, ID_NAME, operationsWithIds } from '../support/id-operations.ts'
import { EXCLUDED_BY_SLUGS, type JsonSchema, jsonSample } from '../support/json-samples.ts'
import { MARK, ownerOfEverything } from '../support/owner-of-everything.ts'
import { quickPasswords } from '../support/ports.ts'
import { startTestServer, surfaceDatabases, withPatientReads } from '../support/server.ts'

type Account = Awaited<ReturnType<typeof newAccount>>
type Headers = Record<string, string>

const REFUSALS = new Set([
  'UNAUTHENTICATED',
  'NOT_FOUND',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'PLAN_LIMIT',
  'BILLING_NOT_CONFIGURED',
])

/** Refused as a whole, or item by item, and silent about what the id belongs to. */
function isRefused({ data, errors }: Answer): boolean {
  if (JSON.stringify([data, errors]).includes(MARK)) return false
  if (errors.length > 0) return errors.every(({ extensions }) => REFUSALS.has(extensions.code))
  // Links of others are neither counted nor listed.
  if (data?.analytics) return data.analytics.totals.hits === 0
  if (data?.linkVisits) return data.linkVisits.length === 0
  if (data?.annotations) return data.annotations.length === 0
  const [result] = Object.values(data ?? {})
  return Array.isArray(result) && result.length > 0 && result.every((item) => item.ok === false)
}

/** Administrators act on the records of others. */
const isOfOwners = ({ field: { name } }: { readonly field: { readonly name: string } }) =>
  // The sample of a cursor is none of the server's.
  // The owner of everything has no connected app; test/surfaces/oauth tries its owner and others.
  !name.startsWith('admin') && name !== 'auditLog' && name !== 'disconnectApp'

/** Calls that end a record or the key in use, or create what only one call can. */
const ENDS_OR_CREATES =
  /^(delete|remove|revoke|rotate|end|cancel|merge|change|log)|^(add|create|upsert)_?(short)?links?$/i

/** Done as a whole, and item by item. */
function isDone({ data, errors }: Answer): boolean {
  const [result] = Object.values(data ?? {})
  if (errors.length > 0 || result === null || result === false) return false
  if (data?.linkVisits) return data.linkVisits.length > 0
  return !Array.isArray(result) || result.every((item) => item.ok !== false)
}

/** All that an account can see of its own. */
async function snapshotOf(schema: GraphQLSchema, account: Account, ids: Readonly<Record<string, string>>) {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  // The range of analytics ends now.
  const lasting = fields.filter(({ name }) => name !== 'analytics')
  const whole = lasting.filter(({ args }) => args.every(({ type }) => !String(type).endsWith('!')))
  const single = fields.filter(({ name }) => ['getShortlinkInfo', 'webhookDeliveries', 'hit'].includes(name))
  const idFor = { getShortlinkInfo: ids.link, webhookDeliveries: ids.webhook, hit: ids.hit }
  const answers = [
    ...whole.map((field) => account.ask(`{ ${field.name} ${selectionOf(field.type, 2)} }`)),
    ...single.map((field) => {
      const id = idFor[field.name as keyof typeof idFor]
      const [argument] = field.args
      return account.ask(`query ($id: ID!) { ${field.name}(${argument?.name}: $id) ${selectionOf(field.type)} }`, {
        id,
      })
    }),
  ]
  return (await Promise.all(answers)).map(({ data, errors }) => ({ data, errors }))
}

const KEY_LIFE_MS = 10_000

/** Credentials that were the victim's own and no longer are any, once the server's clock is ahead by the life of a key. */
async function endedCredentials(victim: Account, url: string): Promise<Readonly<Record<string, Headers>>> {
  const newKey = async (expiresAt: string | null) => {
    const { data } = await victim.ask(
      'mutation ($expiresAt: String) { createApiKey(label: "ended", expiresAt: $expiresAt) { secret apiKey { id } } }',
      { expiresAt },
    )
    return data.createApiKey as { secret: string; apiKey: { id: string } }
  }
  const revoked = await newKey(null)
  await victim.ask('mutation ($id: ID!) { revokeApiKey(id: $id) }', { id: revoked.apiKey.id })
  const expired = await newKey(new Date(Date.now() + KEY_LIFE_MS).toISOString())
  const login = await ask(url, 'mutation ($e: String!, $p: String!) { login(email: $e, password: $p) { token } }', {
    e: victim.email,
    p: victim.password,
  })
  const session = { authorization: `Bearer ${login.data.login.token}` }
  await ask(url, 'mutation { logout }', {}, session)
  return {
    'a revoked key': { 'x-api-key': revoked.secret },
    'an expired key': { 'x-api-key': expired.secret },
    'an ended session': session,
  }
}

describe.each(surfaceDatabases(import.meta.url))('records of another user over %s', (database) => {
  // The one delivery there is fails once, and stays as it is.
  let server: Awaited<ReturnType<typeof startTestServer>>
  let dns: TestDns
  let schema: GraphQLSchema
  let victim: Awaited<ReturnType<typeof ownerOfEverything>>
  let stranger: Account
  let strangersKey: string
  let ended: Readonly<Record<string, Headers>>
  let before: unknown

  beforeAll(async () => {
    dns = await startDnsServer()
    let aheadMs = 0
    server = await startTestServer({
      database,
      settings: { WEBHOOK_RETRY_SCHEDULE: '100000', DNS_SERVERS: dns.address },
      configure: (root) => {
        root.replace('clock', { now: () => Date.now() + aheadMs })
        withPatientReads(root)
        // Many calls of one account hash passwords at the same time.
        root.replace(
          'passwords',
          quickPasswords({ concurrency: 2, maxWaiting: 1000, maxOfOne: 1000, retryAfterSeconds: 5 }),
        )
      },
    })
    schema = buildClientSchema((await ask(server.url, getIntrospectionQuery())).data)
    victim = await ownerOfEverything(server.url, dns)
    stranger = await newAccount(server.url)
    ended = await endedCredentials(victim, server.url)
    aheadMs = KEY_LIFE_MS
    const key = await stranger.ask('mutation { createApiKey(label: "mine") { secret } }')
    strangersKey = key.data.createApiKey.secret
    before = await snapshotOf(schema, victim, victim.ids)
  })

  afterAll(async () => {
    await server.close('tests are over')
    await dns.close()
  })

  /** Calls that would disturb others get an owner for themselves. */
  const ownerFor = async (call: string, other: typeof victim) =>
    ENDS_OR_CREATES.test(call) ? ownerOfEverything(server.url, dns) : other

  const unchanged = async () => expect(await snapshotOf(schema, victim, victim.ids)).toEqual(before)

  it('every GraphQL operation with an id refuses callers other than the owner', async () => {
    const accounts = { 'a session': stranger.headers, 'a key': { 'x-api-key': strangersKey } }
    const withoutAccount = { nothing: {}, ...ended }
    const operations = operationsWithIds(schema)
    expect(operations.length).toBeGreaterThan(15)
    const granted: unknown[] = []
    let tried = 0
    for (const [turn, operation] of operations.entries()) {
      const calls = Object.entries(victim.ids).flatMap(([what, id], at) => {
        // Callers without an account are refused regardless of the id, so each operation gets one in four ids, in turn.
        const callers: Record<string, Headers> = { ...accounts, ...((at + turn) % 4 === 0 && withoutAccount) }
        return Object.entries(callers).map(async ([caller, headers]) => {
          const { query, variables } = callOf(operation, id)
          const answer = await ask(server.url, query, variables, headers)
          tried += 1
          if (!isRefused(answer)) granted.push({ operation: operation.field.name, what, caller, answer })
        })
      })
      await Promise.all(calls)
    }
    expect(granted).toEqual([])
    expect(tried).toBeGreaterThan(300)
    await unchanged()
  })

  it('every GraphQL operation with an id accepts the same call from the owner', async () => {
    const shared = await ownerOfEverything(server.url, dns)
    const denied = await Promise.all(
      operationsWithIds(schema)
        .filter(isOfOwners)
        .map(async (operation) => {
          const owner = await ownerFor(operation.field.name, operation.kind === 'query' ? victim : shared)
          const answers: Answer[] = []
          for (const id of Object.values(owner.ids)) {
            const { query, variables } = callOf(operation, id)
            const answer = await owner.ask(query, variables)
            if (isDone(answer)) return []
            answers.push(answer)
          }
          return [{ operation: operation.field.name, answers }]
        }),
    )
    expect(denied.flat()).toEqual([])
    await unchanged()
  })

  it('every MCP tool and resource with an id refuses callers other than the owner', async () => {
    const { say, takers } = await agentOf(server.url, strangersKey)
    expect(takers.length).toBeGreaterThan(6)
    const granted: unknown[] = []
    for (const tool of takers) {
      for (const [what, id] of Object.entries(victim.ids)) {
        for (const { text, given } of await callWith(say, tool, id)) {
          const refused = Array.isArray(given) ? given.every(({ ok }) => ok === false) : typeof given.error === 'string'
          if (!refused || text.includes(MARK)) granted.push({ tool: tool.name, what, given })
        }
      }
    }
    for (const id of Object.values(victim.ids)) {
      const { result } = await say({
        jsonrpc: '2.0',
        id: 1,
        method: 'resources/read',
        params: { uri: `shortlink://${id}` },
      })
      const [content] = (result as { contents: { text: string }[] }).contents
      if (content?.text !== '{"error":"Shortlink not found"}') granted.push({ resource: id, content })
    }
    expect(granted).toEqual([])
    await unchanged()
  })

  it('every MCP tool with an id accepts the same call from the owner', async () => {
    const { takers } = await agentOf(server.url, strangersKey)
    const shared = await ownerOfEverything(server.url, dns)
    const denied = await Promise.all(
      takers.map(async (tool) => {
        const owner = await ownerFor(tool.name, shared)
        const say = await sayOf(server.url, owner.apiKey)
        const answers = []
        for (const id of Object.values(owner.ids)) {
          for (const { given } of await callWith(say, tool, id)) {
            if (Array.isArray(given) ? given.every(({ ok }) => ok !== false) : !given.error) return []
            answers.push(given)
          }
        }
        return [{ tool: tool.name, answers }]
      }),
    )
    expect(denied.flat()).toEqual([])
    await unchanged()
  })

  it('MCP refuses callers without a valid key', async () => {
    const session = await rawClient(`${server.url}/mcp`, strangersKey).open()
    const keyless: Headers[] = [{}, stranger.headers, ...Object.values(ended)]
    for (const headers of keyless) {
      const answer = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'mcp-session-id': session.session, ...headers },
        body: JSON.stringify(toolCall('list_shortlinks')),
      })
      expect(answer.status).toBe(401)
    }
    await unchanged()
  })
})

type Result = object

interface ListedTool {
  readonly name: string
  readonly inputSchema: JsonSchema
}

type Say = (body: unknown) => Promise<{ result: Result }>

/** An agent with a key, and the tools that take ids. */
async function agentOf(url: string, key: string) {
  const say = await sayOf(url, key)
  const { tools } = (await say({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).result as { tools: ListedTool[] }
  return { say, takers: tools.filter(({ inputSchema }) => /"(id|ids|\w+Id)":/.test(JSON.stringify(inputSchema))) }
}

async function sayOf(url: string, key: string): Promise<Say> {
  const { send } = await rawClient(`${url}/mcp`, key).open()
  return async (body) => (await send(body)).json() as Promise<{ result: Result }>
}

/** What a tool gives for an id wherever it takes one, and with a slug in place of the id of a link. */
async function callWith(say: Say, { name, inputSchema }: ListedTool, id: string) {
  // A tool that makes links takes a slug that is free, any other one that the owner's domain has.
  const makesLinks = inputSchema.properties?.target !== undefined
  const known = (name: string) => {
    if (name === 'slug' && makesLinks) return `sample-${crypto.randomUUID()}`
    return ID_NAME.test(name) ? id : undefined
  }
  const answers = []
  for (const excluded of [undefined, EXCLUDED_BY_SLUGS]) {
    const { result } = await say(toolCall(name, jsonSample('', inputSchema, known, excluded) as object))
    const text = (result as { content: { text: string }[] }).content[0]?.text ?? ''
    answers.push({ text, given: JSON.parse(text) })
  }
  return answers
}
