import { SCOPES, type Scope } from '@shortlink/core'
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawClient, toolCall } from '../hosts/mcp/client.ts'
import { ask, newAccount } from '../support/api.ts'
import { callOf, operationsOf } from '../support/id-operations.ts'
import { startTestServer, surfaceDatabases, withPatientReads } from '../support/server.ts'

/** The scopes that allow a call; null for calls that need none. Written down a second time, from docs/keys.md. */
type Allowed = readonly Scope[] | null

const READS_LINKS = ['links:read', 'links:write', 'links:delete'] as const
const CREATES_LINKS = ['links:create', 'links:write'] as const
const [DOMAINS, WEBHOOKS, BIO, BILLING] = (['domains', 'webhooks', 'bio', 'billing'] as const).map((name) => ({
  read: [`${name}:read`, `${name}:write`] as Scope[],
  write: [`${name}:write`] as Scope[],
})) as [Pair, Pair, Pair, Pair]
interface Pair {
  readonly read: Scope[]
  readonly write: Scope[]
}

const group = (allowed: Allowed, names: string): Record<string, Allowed> =>
  Object.fromEntries(names.split(' ').map((name) => [name, allowed]))

const OPERATIONS: Readonly<Record<string, Allowed>> = {
  ...group(
    null,
    'ping service plans getUserInfo bioPage targetUrl getTargetByShortlink login signup logout useResetLink sharedAnalytics',
  ),
  ...group(
    READS_LINKS,
    'getShortlinkInfo shortlinkConnection tags savedViews campaignTemplates linkDefaults qrStyles latestImport',
  ),
  ...group(CREATES_LINKS, 'createShortlink createShortlinks addShortlink'),
  ...group(CREATES_LINKS, 'createImport addImportPart updateImport startImport cancelImport'),
  ...group(
    ['links:write'],
    'updateShortlink updateShortlinks upsertShortlink addShortlinkAlias removeShortlinkAlias updateTag deleteTag deleteStatShare createSavedView updateSavedView deleteSavedView createCampaignTemplate replaceCampaignTemplate deleteCampaignTemplate setLinkDefaults createQrStyle replaceQrStyle deleteQrStyle createAnnotation updateAnnotation deleteAnnotation',
  ),
  ...group(['links:delete'], 'deleteShortlink deleteShortlinks'),
  ...group(['analytics:read'], 'analytics shortlinkAnalytics hit linkVisits unknownVisits statShares annotations'),
  ...group(DOMAINS.read, 'domains'),
  ...group(DOMAINS.write, 'addDomain verifyDomain deleteDomain'),
  ...group(WEBHOOKS.read, 'webhooks webhookDeliveries'),
  ...group(
    WEBHOOKS.write,
    'createWebhook updateWebhook deleteWebhook rotateWebhookSecret sendTestEvent replayWebhookDelivery',
  ),
  ...group(BIO.read, 'bioPages bioPageViews'),
  ...group(BIO.write, 'createBioPage updateBioPage deleteBioPage addBioLink updateBioLink deleteBioLink'),
  ...group(BILLING.read, 'meSub meUsage meAutoRefill'),
  ...group(BILLING.write, 'createCheckoutSession createPortalSession updateAutoRefill'),
  ...group(
    ['account'],
    'getApiKeys auditLog createApiKey rotateApiKey revokeApiKey sessions endSession endOtherSessions setIgnoredAddresses resetPassword deleteAccount connectedApps pendingApp approveApp denyApp disconnectApp',
  ),
  // Needs links:write and analytics:read.
  ...group([], 'createStatShare updateStatShare'),
  // For sessions of administrators, regardless of the scopes of a key.
  ...group([], 'adminUsers adminLinks adminStats adminSetUserDisabled adminSetLinkDisabled adminCreateInvite'),
  ...group(
    [],
    'adminCreateResetLink adminBlockedHosts adminBlockHost adminUnblockHost adminReports adminResolveReport',
  ),
}

const TOOLS: Readonly<Record<string, Allowed>> = {
  whoami: null,
  ...group(READS_LINKS, 'list_shortlinks get_shortlink get_qr_code list_tags'),
  ...group(CREATES_LINKS, 'create_shortlink'),
  ...group(['links:write'], 'update_shortlinks update_tag delete_tag add_alias remove_alias'),
  ...group(['links:delete'], 'delete_shortlinks'),
  ...group(['analytics:read'], 'get_hit_stats get_analytics'),
  ...group(DOMAINS.read, 'list_domains'),
  ...group(DOMAINS.write, 'add_domain verify_domain delete_domain'),
  ...group(WEBHOOKS.read, 'list_webhooks'),
  ...group(WEBHOOKS.write, 'create_webhook delete_webhook'),
  ...group(BIO.read, 'list_bio_pages'),
  ...group(BIO.write, 'create_bio_page add_bio_link'),
  ...group(BILLING.read, 'get_subscription get_usage'),
  list_audit_entries: ['account'],
}

/** The operations of REST by their ids in the OpenAPI document. */
const ROUTES: Readonly<Record<string, Allowed>> = {
  ...group(null, 'getAccount listPlans getSharedStatistics'),
  ...group(
    READS_LINKS,
    'listLinks countLinks getLink getLinkBySlug getLinkByExternalId getQrCode listTags listSavedViews listCampaignTemplates getLinkDefaults listQrStyles listImports',
  ),
  ...group(CREATES_LINKS, 'createLink createLinks'),
  ...group(CREATES_LINKS, 'createImport addImportPart updateImport startImport cancelImport'),
  ...group(
    ['links:write'],
    'updateLink updateLinks upsertLink addAlias removeAlias updateTag deleteTag deleteStatShare createSavedView updateSavedView deleteSavedView createCampaignTemplate replaceCampaignTemplate deleteCampaignTemplate setLinkDefaults createQrStyle replaceQrStyle deleteQrStyle createAnnotation updateAnnotation deleteAnnotation',
  ),
  ...group([], 'createStatShare updateStatShare'),
  ...group(['links:delete'], 'deleteLink deleteLinks deleteLinkByExternalId'),
  ...group(
    ['analytics:read'],
    'getAnalytics getLinkTotals listUnknownVisits listStatShares listAnnotations exportHits getHit listHits watchHits countHitsByCountry',
  ),
  ...group(DOMAINS.read, 'listDomains'),
  ...group(DOMAINS.write, 'addDomain verifyDomain deleteDomain'),
  ...group(WEBHOOKS.read, 'listWebhooks listWebhookDeliveries'),
  ...group(
    WEBHOOKS.write,
    'createWebhook updateWebhook deleteWebhook rotateWebhookSecret sendTestEvent replayWebhookDelivery',
  ),
  ...group(BIO.read, 'listBioPages listBioPageViews'),
  ...group(BIO.write, 'createBioPage updateBioPage deleteBioPage addBioLink updateBioLink deleteBioLink'),
  ...group(BILLING.read, 'getSubscription getUsage getAutoRefill'),
  ...group(BILLING.write, 'updateAutoRefill'),
  ...group(
    ['account'],
    'listApiKeys createApiKey rotateApiKey revokeApiKey setIgnoredAddresses deleteAccount listSessions endSession endOtherSessions listAuditEntries',
  ),
}

/** The names that a key with the scope may call. */
const allowedBy = (scope: Scope, table: Readonly<Record<string, Allowed>>) =>
  Object.entries(table)
    .filter(([, allowed]) => allowed === null || allowed.includes(scope))
    .map(([name]) => name)
    .sort()

const LACKS = /^This API key lacks the scope [a-z]+(:[a-z]+)?$|^Only the session of an administrator may do this$/
const NO_ID = '00000000-0000-7000-8000-000000000000'

describe.each(surfaceDatabases(import.meta.url))('API keys with one scope on %s', (database) => {
  let server: { readonly url: string; close(reason: string): Promise<unknown> }
  let schema: GraphQLSchema

  beforeAll(async () => {
    server = await startTestServer({ database, configure: withPatientReads })
    schema = buildClientSchema((await ask(server.url, getIntrospectionQuery())).data)
  })
  afterAll(() => server.close('tests are over'))

  async function keyWith(scopes: readonly Scope[]) {
    const account = await newAccount(server.url)
    const { data } = await account.ask(
      'mutation ($scopes: [String!]) { createApiKey(label: "one scope", scopes: $scopes) { secret apiKey { scopes } } }',
      { scopes },
    )
    expect(data.createApiKey.apiKey.scopes).toEqual(scopes)
    return data.createApiKey.secret as string
  }

  it.each(SCOPES)('%s allows exactly its operations of GraphQL', async (scope) => {
    const key = await keyWith([scope])
    const operations = operationsOf(schema)
    expect([...new Set(operations.map(({ field }) => field.name))].sort()).toEqual(Object.keys(OPERATIONS).sort())
    const passed = new Set<string>()
    // The account goes last.
    const rank = (name: string) => Number(name === 'deleteAccount')
    for (const operation of operations.toSorted((a, b) => rank(a.field.name) - rank(b.field.name))) {
      const { query, variables } = callOf(operation, NO_ID, 1)
      // A key creates keys with its own scopes.
      const given = 'scopes' in variables ? { ...variables, scopes: [scope] } : variables
      const { errors } = await ask(server.url, query, given, { 'x-api-key': key })
      const refused = errors.find(({ message, path }) => LACKS.test(message) && path?.length === 1)
      if (refused) expect(refused.extensions.code).toBe('FORBIDDEN')
      else passed.add(operation.field.name)
    }
    expect([...passed].sort()).toEqual(allowedBy(scope, OPERATIONS))
  })

  it.each(SCOPES)('%s lists and allows exactly its tools and resources of MCP', async (scope) => {
    const client = rawClient(`${server.url}/mcp?toolsets=all`, await keyWith([scope]))
    const session = await client.open()
    const ask = async (method: string, params: object = {}) => {
      const response = await session.send({ jsonrpc: '2.0', id: 2, method, params })
      // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
      return ((await response.json()) as any).result
    }
    const listed = (await ask('tools/list')).tools.map(({ name }: { name: string }) => name)
    expect(listed.toSorted()).toEqual(allowedBy(scope, TOOLS))
    const passed: string[] = []
    for (const name of Object.keys(TOOLS)) {
      const response = await session.send(toolCall(name, SAMPLES[name] ?? {}))
      // biome-ignore lint/suspicious/noExplicitAny: as above
      const { error } = ((await response.json()) as any).result.structuredContent
      if (!LACKS.test(error ?? '')) passed.push(name)
    }
    expect(passed.sort()).toEqual(allowedBy(scope, TOOLS))
    const readsLinks = (READS_LINKS as readonly Scope[]).includes(scope)
    expect((await ask('resources/list')).resources).toHaveLength(readsLinks ? 1 : 0)
    expect((await ask('resources/templates/list')).resourceTemplates).toHaveLength(readsLinks ? 1 : 0)
  })

  it('the resource of a link leaves out visits without analytics:read, and needs links:read', async () => {
    const account = await newAccount(server.url)
    const { data } = await account.ask(`mutation {
      addShortlink(input: { target: "https://example.com/" }) { id shortlink }
      links: createApiKey(label: "links", scopes: ["links:read"]) { secret }
      visits: createApiKey(label: "visits", scopes: ["analytics:read"]) { secret }
      both: createApiKey(label: "both", scopes: ["links:read", "analytics:read"]) { secret }
    }`)
    const { id, shortlink } = data.addShortlink
    const read = async (key: string) => {
      const session = await rawClient(`${server.url}/mcp`, key).open()
      const params = { uri: `shortlink://${id}` }
      const response = await session.send({ jsonrpc: '2.0', id: 2, method: 'resources/read', params })
      // biome-ignore lint/suspicious/noExplicitAny: as above
      return JSON.parse(((await response.json()) as any).result.contents[0].text)
    }
    expect(await read(data.both.secret)).toMatchObject({ slug: shortlink, hits: [] })
    expect(await read(data.visits.secret)).toEqual({ error: 'This API key lacks the scope links:read' })
    const link = await read(data.links.secret)
    expect(link.slug).toBe(shortlink)
    expect(link).not.toHaveProperty('hits')
  })

  it.each(SCOPES)('%s allows exactly its operations of REST', async (scope) => {
    const headers = { 'x-api-key': await keyWith([scope]), 'content-type': 'application/json' }
    const { paths } = await (await fetch(`${server.url}/api/v1/openapi.json`)).json()
    const operations = Object.entries(
      paths as Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>,
    )
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId: id }]) => ({ path, method, id })),
      )
      // The account goes last.
      .toSorted((a, b) => Number(a.id === 'deleteAccount') - Number(b.id === 'deleteAccount'))
    expect(operations.map(({ id }) => id).sort()).toEqual(Object.keys(ROUTES).sort())
    const passed: string[] = []
    for (const { path, method, id } of operations) {
      const response = await fetch(`${server.url}/api/v1${path.replace(/\{\w+\}/g, NO_ID)}`, {
        // A stream of events has no end.
        method: method === 'get' ? 'HEAD' : method.toUpperCase(),
        headers,
        ...(method !== 'get' && { body: '{}' }),
      })
      const refusal = method === 'get' ? undefined : await response.text()
      if (response.status !== 403) passed.push(id)
      else if (refusal !== undefined) expect(JSON.parse(refusal).detail).toMatch(LACKS)
    }
    expect(passed.sort()).toEqual(allowedBy(scope, ROUTES))
  })
})

/** Arguments without which a tool refuses a call before it runs the use case. */
const SAMPLES: Readonly<Record<string, object>> = {
  update_shortlinks: { inputs: [{ id: NO_ID, title: 'new' }] },
}
