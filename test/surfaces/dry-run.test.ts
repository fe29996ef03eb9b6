import { blockHost, listReports } from '@shortlink/core'
import { reportLink } from '@shortlink/core/host'
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawClient, toolCall } from '../hosts/mcp/client.ts'
import { administrators } from '../support/administrators.ts'
import { type Answer, ask, follow, newAccount } from '../support/api.ts'
import { databaseText } from '../support/database-text.ts'
import { startDnsServer, type TestDns } from '../support/dns.ts'
import { callOf, operationsOf } from '../support/id-operations.ts'
import { ownerOfEverything } from '../support/owner-of-everything.ts'
import { DATABASES, startTestServer, testEnvironment } from '../support/server.ts'
import { type Said, sampleFor, wasDone } from '../support/tool-samples.ts'
import { waitFor } from '../support/wait-for.ts'

const DRY = { 'dry-run': 'true' }
const REFUSED = / cannot be tried without doing it$/

/** Mutations that work outside of the database, or begin or end a session. */
const WITHOUT_DRY_RUN =
  'approveApp createCheckoutSession createPortalSession denyApp getTargetByShortlink login logout resetPassword sendTestEvent signup useResetLink verifyDomain'.split(
    ' ',
  )

/** Arguments in place of samples that the mutation refuses. */
const GIVEN: Readonly<Record<string, object>> = {
  createApiKey: { scopes: ['links:read'], targetHosts: ['.example.com'] },
  createStatShare: { tagId: null },
  setIgnoredAddresses: { ignoredAddresses: ['192.0.2.1'] },
  adminBlockHost: { host: 'evil.example' },
  adminUnblockHost: { host: 'blocked.example' },
}

describe.each(DATABASES)('a dry run on %s', (database) => {
  let server: Awaited<ReturnType<typeof startTestServer>>
  let dns: TestDns
  let schema: GraphQLSchema
  let owner: Awaited<ReturnType<typeof ownerOfEverything>>
  let stranger: Awaited<ReturnType<typeof newAccount>>
  let report: string
  let databaseUrl: string
  let stoppedAt: number | undefined

  beforeAll(async () => {
    const { configure, operate, promote } = administrators()
    dns = await startDnsServer()
    const environment = await testEnvironment(database, {
      WEBHOOK_RETRY_SCHEDULE: '100000',
      DNS_SERVERS: dns.address,
      DEFAULT_PLAN: 'PRO',
    })
    databaseUrl = environment.DATABASE_URL as string
    server = await startTestServer({
      settings: environment,
      // Without the passing of time no periodic work changes a table.
      configure: (root) => configure(root.replace('clock', { now: () => stoppedAt ?? Date.now() })),
    })
    schema = buildClientSchema((await ask(server.url, getIntrospectionQuery())).data)
    owner = await ownerOfEverything(server.url, dns)
    const events = '["link.created", "link.updated", "link.deleted"]'
    await owner.ask(`mutation { createWebhook(input: { url: "http://127.0.0.1:9/", events: ${events} }) { id } }`)
    await promote(owner)
    await operate(blockHost, { host: 'blocked.example' })
    const { host } = new URL(server.url)
    await owner.ask('mutation { createShortlink(target: "https://phish.example/", shortlink: "parcel") }')
    await operate(reportLink, { url: `${host}/parcel`, reason: 'phishing', email: '' })
    report = (await operate(listReports, {})).items[0]?.id ?? ''
    stranger = await newAccount(server.url)
    stoppedAt = Date.now()
  })

  afterAll(async () => {
    await server.close('tests are over')
    await dns.close()
  })

  it('of every mutation gives its result or says why not, and leaves every table as it is', async () => {
    // Jobs at the start store these.
    const instance = async () => (await databaseText(databaseUrl)).get('instance')
    await expect.poll(instance).toMatch(/visitors counted from.*steady-time|steady-time.*visitors counted from/)
    const before = await databaseText(databaseUrl)
    const unexpected: unknown[] = []
    const others: Readonly<Record<string, string>> = {
      adminSetUserDisabled: stranger.id,
      adminCreateResetLink: stranger.id,
      adminResolveReport: report,
    }
    for (const operation of operationsOf(schema).filter(({ kind }) => kind === 'mutation')) {
      const { name } = operation.field
      // The owner has no connected app.
      if (name === 'disconnectApp') continue
      const answers: Answer[] = []
      for (const id of Object.values(owner.ids)) {
        // Links of the account have links' fields, which would be too much.
        const { query, variables } = callOf(operation, id, name === 'setIgnoredAddresses' ? 1 : 3)
        const answer = await owner.ask(
          query,
          { ...variables, ...GIVEN[name], ...(others[name] && { id: others[name] }) },
          DRY,
        )
        answers.push(answer)
        if (isDone(answer)) break
      }
      const isRefused = answers.every(({ errors: [error] }) => REFUSED.test(error?.message ?? ''))
      const isExpected = WITHOUT_DRY_RUN.includes(name) ? isRefused : answers.some(isDone)
      if (!isExpected) unexpected.push({ name, answers: JSON.stringify(answers.at(-1)) })
      expect(await databaseText(databaseUrl), name).toEqual(before)
    }
    expect(unexpected).toEqual([])
  })

  it('of every MCP tool that writes gives its marked result, and leaves every table as it is', async () => {
    const session = await rawClient(`${server.url}/mcp?toolsets=all`, owner.apiKey).open()
    const say = async (body: unknown) => (await (await session.send(body)).json()) as Said
    const { tools = [] } = (await say({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).result
    await waitFor(async () => {
      const { data } = await owner.ask('{ getApiKeys { lastUsedAt } }')
      expect(data.getApiKeys[0].lastUsedAt).not.toBeNull()
    })
    const before = await databaseText(databaseUrl)
    const writing = tools.filter(({ annotations }) => !annotations.readOnlyHint)
    const supporting = writing.filter(({ inputSchema }) => inputSchema.properties?.dryRun)
    expect(writing.filter((tool) => !supporting.includes(tool)).map(({ name }) => name)).toEqual(['verify_domain'])
    expect(tools.filter((tool) => !writing.includes(tool) && tool.inputSchema.properties?.dryRun)).toEqual([])
    const undone: unknown[] = []
    for (const { name, inputSchema } of supporting) {
      const results: Said['result'][] = []
      for (const id of Object.values(owner.ids)) {
        const args = sampleFor(name, inputSchema, id)
        const { result } = await say(toolCall(name, { ...args, dryRun: true }))
        expect(result).toMatchObject({ structuredContent: { dryRun: true }, _meta: { dryRun: true } })
        expect(result.content?.[0]?.text).not.toContain('dryRun')
        results.push(result)
      }
      if (!results.some(wasDone)) undone.push({ name, results: JSON.stringify(results.at(-1)) })
      expect(await databaseText(databaseUrl), name).toEqual(before)
    }
    expect(undone).toEqual([])
  })

  it('gives the result and errors of the real call, but placeholders for secrets', async () => {
    const { link, tag, webhook } = owner.ids
    const calls = [
      `addShortlink(input: { target: "https://example.com/", shortlink: "tried-${database}", tags: ["New"] }) {
         shortlink target tags status createdAt updatedAt hitCount rules { type } shortUrl }`,
      `addShortlink(input: { target: "https://example.com/", shortlink: "tried-${database}" }) { shortlink }`,
      `updateShortlink(input: { id: "${link}", title: "Changed", rules: [{ type: "device", value: "mobile", target: "https://example.com/m" }] }) {
         id title updatedAt rules { type value target } }`,
      `updateTag(id: "${tag}", name: "renamed", color: "red") { id name color links }`,
      `deleteShortlinks(ids: ["${link}", "no id"]) { index id ok error }`,
      `updateWebhook(id: "${webhook}", input: { enabled: false }) { id enabled failures lastDelivery { id } }`,
      `createBioPage(input: { slug: "tried-${database}" }) { slug theme links { id } createdAt }`,
    ]
    for (const call of calls) {
      const tried = await owner.ask(`mutation { ${call} }`, {}, DRY)
      const done = await owner.ask(`mutation { ${call} }`)
      expect(tried).toEqual(done)
    }
    expect((await follow(server.url, `tried-${database}`)).status).toBe(302)
    const { data } = await owner.ask(
      `mutation {
        createApiKey(label: "dry") { secret }
        createWebhook(input: { url: "http://127.0.0.1:9/", events: ["link.created"] }) { secret lastDelivery { id } }
        rotateWebhookSecret(id: "${webhook}") { secret }
        adminCreateResetLink(id: "${stranger.id}") { url }
      }`,
      {},
      DRY,
    )
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
    expect(data).toEqual({
      createApiKey: { secret: `sl_live_${'0'.repeat(32)}` },
      createWebhook: { secret, lastDelivery: null },
      rotateWebhookSecret: { secret },
      adminCreateResetLink: { url: expect.stringMatching(/\/dash\/reset#[0-]{36}$/) },
    })
  })

  it('is marked in the response, ignores idempotency keys and reaches no visitor', async () => {
    const call = (headers: Record<string, string>) =>
      fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once', ...owner.headers, ...headers },
        body: JSON.stringify({
          query: `mutation { createShortlink(target: "https://example.com/", shortlink: "marked-${database}") }`,
        }),
      })
    const tried = await call(DRY)
    expect(tried.headers.get('dry-run')).toBe('true')
    expect(await tried.json()).toEqual({
      data: { createShortlink: `marked-${database}` },
      extensions: { dryRun: true },
    })
    expect((await follow(server.url, `marked-${database}`)).status).toBe(404)
    const done = await call({ 'dry-run': 'false' })
    expect(done.headers.get('dry-run')).toBeNull()
    expect(await done.json()).toEqual({ data: { createShortlink: `marked-${database}` } })
    const malformed = await call({ 'dry-run': '1' })
    expect(malformed.status).toBe(400)
    expect(await malformed.json()).toMatchObject({
      errors: [{ message: 'Dry-Run must be true or false', extensions: { code: 'BAD_USER_INPUT' } }],
    })
  })

  it('of what cannot be tried is refused before anything else, and a query that records a visit, too', async () => {
    const refusal = (message: string) => [
      expect.objectContaining({ message, extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }) }),
    ]
    const login = await ask(server.url, 'mutation { login(email: "no address", password: "") { token } }', {}, DRY)
    expect(login.errors).toEqual(refusal('A login cannot be tried without doing it'))
    const checkout = await ask(server.url, 'mutation { createCheckoutSession(priceId: "") { url } }', {}, DRY)
    expect(checkout.errors).toEqual(refusal('A checkout cannot be tried without doing it'))
    const visit = await ask(server.url, '{ targetUrl(shortlink: "none") }', {}, DRY)
    expect(visit.errors).toEqual(refusal('A visit cannot be tried without doing it'))
  })
})

/** Done as a whole, and item by item. */
function isDone({ data, errors }: Answer): boolean {
  const [result] = Object.values(data ?? {})
  if (errors.length > 0 || result === null || result === false) return false
  return !Array.isArray(result) || result.every((item) => item.ok !== false)
}
