import {
  buildClientSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isInputObjectType,
} from 'graphql'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Answer, ask, follow, newAccount } from '../support/api.ts'
import { sampleOf, selectionOf } from '../support/graphql-values.ts'
import { type JsonSchema, jsonSample } from '../support/json-samples.ts'
import { DATABASES, useTestServer } from '../support/server.ts'
import { rawClient, toolCall } from './mcp/client.ts'

type Account = Awaited<ReturnType<typeof newAccount>>
type Headers = Record<string, string>

/** Whatever belongs to the victim says so. */
const MARK = 'belongs-to-the-victim'
const ID_NAME = /^id$|^ids$|Id$|Ids$/
const REFUSALS = new Set([
  'UNAUTHENTICATED',
  'NOT_FOUND',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'PLAN_LIMIT',
  'BILLING_NOT_CONFIGURED',
])

interface Operation {
  readonly kind: 'query' | 'mutation'
  readonly field: GraphQLField<unknown, unknown>
}

/** Every operation of the schema that takes an id, wherever in its arguments. */
function operationsWithIds(schema: GraphQLSchema): Operation[] {
  const all = [
    ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ({ kind: 'query' as const, field })),
    ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => ({
      kind: 'mutation' as const,
      field,
    })),
  ]
  return all.filter(({ field }) => field.args.some(({ name, type }) => takesId(name, type)))
}

function takesId(name: string, type: GraphQLInputType): boolean {
  const named = getNamedType(type)
  if (isInputObjectType(named)) return Object.values(named.getFields()).some((field) => takesId(field.name, field.type))
  return named.name === 'ID' || ID_NAME.test(name)
}

/** The call of an operation with an id wherever it takes one. */
function callOf({ kind, field }: Operation, id: string): { query: string; variables: object } {
  const variables = Object.fromEntries(
    field.args.map((argument) => [
      argument.name,
      sampleOf(argument, ({ name, type }) =>
        isInputObjectType(getNamedType(type)) || !takesId(name, type)
          ? undefined
          : String(type).includes('[')
            ? [id]
            : id,
      ),
    ]),
  )
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ')
  return { query: `${kind} (${declared}) { ${field.name}(${passed}) ${selectionOf(field.type)} }`, variables }
}

/** Refused as a whole, or item by item, and silent about what the id belongs to. */
function isRefused({ data, errors }: Answer): boolean {
  if (JSON.stringify([data, errors]).includes(MARK)) return false
  if (errors.length > 0) return errors.every(({ extensions }) => REFUSALS.has(extensions.code))
  const [result] = Object.values(data ?? {})
  return Array.isArray(result) && result.length > 0 && result.every((item) => item.ok === false)
}

/** An account with one of everything that has an id. */
async function victimOf(url: string) {
  const account = await newAccount(url)
  const slug = `victim-${account.id.slice(-12)}`
  const made = await account.ask(
    `mutation ($slug: String!, $mark: String!, $host: String!) {
      createShortlinks(inputs: [{ target: "https://example.com/${MARK}", shortlink: $slug, title: $mark }]) { shortlink { id } }
      createApiKey(label: $mark) { apiKey { id } }
      addDomain(hostname: $host) { id }
      createWebhook(input: { url: "http://127.0.0.1:9/${MARK}", events: ["bio.viewed"] }) { id }
      createBioPage(input: { slug: $slug, title: $mark }) { id }
    }`,
    { slug, mark: MARK, host: `${slug}.${MARK}.example` },
  )
  const { createShortlinks, createApiKey, addDomain, createWebhook, createBioPage } = made.data
  const more = await account.ask(
    `mutation ($page: ID!, $webhook: ID!) {
      addBioLink(bioPageId: $page, input: { url: "https://example.com/${MARK}", label: "${MARK}" }) { id }
      sendTestEvent(webhookId: $webhook) { id }
    }`,
    { page: createBioPage.id, webhook: createWebhook.id },
  )
  await follow(url, slug)
  const link = createShortlinks[0].shortlink.id as string
  const webhook = createWebhook.id as string
  const history = `query ($link: ID!, $webhook: ID!) {
    getShortlinkInfo(id: $link) { hitCount hits { id } }
    webhookDeliveries(webhookId: $webhook) { attempts status }
  }`
  const { data } = await vi.waitFor(async () => {
    const answer = await account.ask(history, { link, webhook })
    expect(answer.data).toMatchObject({ getShortlinkInfo: { hitCount: 1 }, webhookDeliveries: [{ attempts: 1 }] })
    return answer
  }, 15_000)
  const ids: Readonly<Record<string, string>> = {
    account: account.id,
    link,
    'API key': createApiKey.apiKey.id,
    domain: addDomain.id,
    webhook,
    'webhook delivery': more.data.sendTestEvent.id,
    'bio page': createBioPage.id,
    'bio link': more.data.addBioLink.id,
    hit: data.getShortlinkInfo.hits[0].id,
  }
  return { ...account, ids }
}

/** All that an account can see of its own. */
async function snapshotOf(schema: GraphQLSchema, account: Account, ids: Readonly<Record<string, string>>) {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  const whole = fields.filter(({ args }) => args.every(({ type }) => !String(type).endsWith('!')))
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

/** Credentials that were the victim's own and no longer are any. */
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
  const expired = await newKey(new Date(Date.now() + 1000).toISOString())
  const login = await ask(url, 'mutation ($e: String!, $p: String!) { login(email: $e, password: $p) { token } }', {
    e: victim.email,
    p: victim.password,
  })
  const session = { authorization: `Bearer ${login.data.login.token}` }
  await ask(url, 'mutation { logout }', {}, session)
  const ended = {
    'a revoked key': { 'x-api-key': revoked.secret },
    'an expired key': { 'x-api-key': expired.secret },
    'an ended session': session,
  }
  await vi.waitFor(async () => {
    const { data } = await ask(url, '{ getUserInfo { id } }', {}, ended['an expired key'])
    expect(data.getUserInfo).toBeNull()
  }, 5000)
  return ended
}

describe.each(DATABASES)('what belongs to somebody else, over %s', (database) => {
  // The one delivery there is fails once, and stays as it is.
  const server = useTestServer({ database, settings: { WEBHOOK_RETRY_SCHEDULE: '100000' } })
  let schema: GraphQLSchema
  let victim: Awaited<ReturnType<typeof victimOf>>
  let stranger: Account
  let strangersKey: string
  let ended: Readonly<Record<string, Headers>>
  let before: unknown

  beforeAll(async () => {
    schema = buildClientSchema((await ask(server.url, getIntrospectionQuery())).data)
    victim = await victimOf(server.url)
    stranger = await newAccount(server.url)
    ended = await endedCredentials(victim, server.url)
    const key = await stranger.ask('mutation { createApiKey(label: "mine") { secret } }')
    strangersKey = key.data.createApiKey.secret
    before = await snapshotOf(schema, victim, victim.ids)
  })

  const unchanged = async () => expect(await snapshotOf(schema, victim, victim.ids)).toEqual(before)

  it('is refused by every operation of GraphQL that takes an id, to whoever is not its owner', async () => {
    const callers = { 'a session': stranger.headers, 'a key': { 'x-api-key': strangersKey }, nothing: {}, ...ended }
    const operations = operationsWithIds(schema)
    expect(operations.length).toBeGreaterThan(15)
    const granted: unknown[] = []
    let tried = 0
    for (const operation of operations) {
      const calls = Object.entries(victim.ids).flatMap(([what, id]) =>
        Object.entries(callers).map(async ([caller, headers]) => {
          const { query, variables } = callOf(operation, id)
          const answer = await ask(server.url, query, variables, headers)
          tried += 1
          if (!isRefused(answer)) granted.push({ operation: operation.field.name, what, caller, answer })
        }),
      )
      await Promise.all(calls)
    }
    expect(granted).toEqual([])
    expect(tried).toBeGreaterThan(300)
    await unchanged()
  })

  it('is refused by every tool and resource of MCP, to whoever is not its owner', async () => {
    const { send } = await rawClient(`${server.url}/mcp`, strangersKey).open()
    const say = async (body: unknown) => (await (await send(body)).json()) as { result: Result }
    const { tools } = (await say({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).result as { tools: ListedTool[] }
    const takers = tools.filter(({ inputSchema }) => JSON.stringify(inputSchema).match(/"(id|ids|\w+Id)":/))
    expect(takers.length).toBeGreaterThan(6)
    const granted: unknown[] = []
    for (const { name, inputSchema } of takers) {
      for (const [what, id] of Object.entries(victim.ids)) {
        const { result } = await say(
          toolCall(name, jsonSample('', inputSchema, (name) => (ID_NAME.test(name) ? id : undefined)) as object),
        )
        const text = (result as { content: { text: string }[] }).content[0]?.text ?? ''
        const given = JSON.parse(text)
        const refused = Array.isArray(given) ? given.every(({ ok }) => ok === false) : typeof given.error === 'string'
        if (!refused || text.includes(MARK)) granted.push({ name, what, given })
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

  it('is refused by MCP to whoever has no key that holds', async () => {
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
