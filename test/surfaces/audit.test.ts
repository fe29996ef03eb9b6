import { describe, expect, it } from 'vitest'
import { schema } from '../../hosts/graphql/schema.ts'
import { type Known, STEPS } from '../docs/api-steps.ts'
import { administrators } from '../support/administrators.ts'
import { ask, newAccount } from '../support/api.ts'
import { startDnsServer } from '../support/dns.ts'
import { PRICES, paymentSettings, startPaymentProvider } from '../support/payment-provider.ts'
import { startReceiver } from '../support/receiver.ts'
import { startTestServer, surfaceDatabases } from '../support/server.ts'
import { textsIn } from '../support/texts-in.ts'
import { waitFor } from '../support/wait-for.ts'

type Entry = Readonly<
  Record<'action' | 'actor' | 'surface' | 'targetKind' | 'targetId' | 'requestId' | 'network', string>
>

/** The entries of each mutation: action and kind of record. */
const ENTRIES: Readonly<Record<string, readonly [action: string, kind: string]>> = {
  signup: ['signUp', 'ACCOUNT'],
  login: ['logIn', 'ACCOUNT'],
  logout: ['logOut', 'ACCOUNT'],
  setIgnoredAddresses: ['setIgnoredAddresses', 'ACCOUNT'],
  resetPassword: ['changePassword', 'ACCOUNT'],
  updateAutoRefill: ['updateAutoRefill', 'ACCOUNT'],
  createApiKey: ['createApiKey', 'API_KEY'],
  rotateApiKey: ['rotateApiKey', 'API_KEY'],
  revokeApiKey: ['revokeApiKey', 'API_KEY'],
  createShortlink: ['createLink', 'LINK'],
  addShortlink: ['createLink', 'LINK'],
  createShortlinks: ['createLinks', 'LINK'],
  updateShortlink: ['updateLink', 'LINK'],
  updateShortlinks: ['updateLinks', 'LINK'],
  upsertShortlink: ['upsertLink', 'LINK'],
  addShortlinkAlias: ['addShortlinkAlias', 'LINK'],
  removeShortlinkAlias: ['removeShortlinkAlias', 'LINK'],
  deleteShortlink: ['deleteLink', 'LINK'],
  deleteShortlinks: ['deleteLinks', 'LINK'],
  updateTag: ['updateTag', 'TAG'],
  deleteTag: ['deleteTag', 'TAG'],
  addDomain: ['addDomain', 'DOMAIN'],
  verifyDomain: ['verifyDomain', 'DOMAIN'],
  deleteDomain: ['deleteDomain', 'DOMAIN'],
  createWebhook: ['createWebhook', 'WEBHOOK'],
  updateWebhook: ['updateWebhook', 'WEBHOOK'],
  deleteWebhook: ['deleteWebhook', 'WEBHOOK'],
  rotateWebhookSecret: ['rotateWebhookSecret', 'WEBHOOK'],
  sendTestEvent: ['sendTestEvent', 'WEBHOOK'],
  replayWebhookDelivery: ['replayWebhookDelivery', 'WEBHOOK_DELIVERY'],
  createBioPage: ['createBioPage', 'BIO_PAGE'],
  updateBioPage: ['updateBioPage', 'BIO_PAGE'],
  deleteBioPage: ['deleteBioPage', 'BIO_PAGE'],
  addBioLink: ['addBioLink', 'BIO_LINK'],
  updateBioLink: ['updateBioLink', 'BIO_LINK'],
  deleteBioLink: ['deleteBioLink', 'BIO_LINK'],
  createStatShare: ['createStatShare', 'STAT_SHARE'],
  updateStatShare: ['updateStatShare', 'STAT_SHARE'],
  deleteStatShare: ['deleteStatShare', 'STAT_SHARE'],
  createAnnotation: ['createAnnotation', 'ANNOTATION'],
  updateAnnotation: ['updateAnnotation', 'ANNOTATION'],
  deleteAnnotation: ['deleteAnnotation', 'ANNOTATION'],
  createSavedView: ['createSavedView', 'SAVED_VIEW'],
  updateSavedView: ['updateSavedView', 'SAVED_VIEW'],
  deleteSavedView: ['deleteSavedView', 'SAVED_VIEW'],
  createCampaignTemplate: ['createCampaignTemplate', 'CAMPAIGN_TEMPLATE'],
  replaceCampaignTemplate: ['replaceCampaignTemplate', 'CAMPAIGN_TEMPLATE'],
  deleteCampaignTemplate: ['deleteCampaignTemplate', 'CAMPAIGN_TEMPLATE'],
  setLinkDefaults: ['setLinkDefaults', 'ACCOUNT'],
  createQrStyle: ['createQrStyle', 'QR_STYLE'],
  replaceQrStyle: ['replaceQrStyle', 'QR_STYLE'],
  deleteQrStyle: ['deleteQrStyle', 'QR_STYLE'],
  createImport: ['createImport', 'IMPORT'],
  endSession: ['endSession', 'ACCOUNT'],
  endOtherSessions: ['endOtherSessions', 'ACCOUNT'],
  adminSetUserDisabled: ['setAccountDisabled', 'ACCOUNT'],
  adminCreateResetLink: ['createResetLink', 'ACCOUNT'],
  adminSetLinkDisabled: ['setLinkDisabled', 'LINK'],
  adminCreateInvite: ['createInvitation', 'ACCOUNT'],
  adminBlockHost: ['blockHost', 'BLOCKED_HOST'],
  adminUnblockHost: ['unblockHost', 'BLOCKED_HOST'],
}
/** They change no record of an account that still exists; the first one is a visit. */
const WITHOUT_ENTRIES = [
  ...['getTargetByShortlink', 'createCheckoutSession', 'createPortalSession', 'deleteAccount'],
  // The sample's token is unknown; test/core/identity/resets checks its entry.
  'useResetLink',
  // The samples are about unknown apps; test/surfaces/oauth checks their entries.
  ...['approveApp', 'denyApp', 'disconnectApp'],
  // The sample is about an unknown report; test/surfaces/reports.test.ts checks its entries.
  'adminResolveReport',
  // The sample has no file, and is replaced by the sample of createImport; test/surfaces/imports.test.ts checks entries.
  ...['addImportPart', 'updateImport', 'startImport', 'cancelImport'],
]

describe.each(surfaceDatabases(import.meta.url))('the audit log over %s', (database) => {
  it('has one entry for each record that a mutation changed, and none has a value', async () => {
    const [dns, provider, receiver] = await Promise.all([startDnsServer(), startPaymentProvider(), startReceiver()])
    const settings = { DNS_SERVERS: dns.address, TRUST_PROXY: '1', ...paymentSettings(provider) }
    const { configure, promote } = administrators()
    const server = await startTestServer({ database, settings, configure })
    const [other, admin] = [await newAccount(server.url), await newAccount(server.url)]
    await promote(admin)
    let known = { email: 'ada@example.com', hook: receiver.url, price: PRICES.STARTER } as Known
    const readers = new Map<string, { readonly key: Awaited<ReturnType<typeof newReader>>; seen: number }>()
    const values = new Set<string>()
    const log: Entry[] = []

    /** The new entries in the log of Ada, or of the administrator. */
    async function newEntries(of: 'ada' | 'admin' = 'ada'): Promise<Entry[]> {
      const token = of === 'ada' ? known.token : admin.token
      const reader = readers.get(of) ?? { key: await newReader(server.url, token), seen: 0 }
      readers.set(of, reader)
      const fields = 'id actor surface action targetKind targetId changed requestId network'
      const query = `query ($cursor: String) { auditLog(take: 100, cursor: $cursor) { items { ${fields} } nextCursor } }`
      const { data, errors } = await ask(server.url, query, {}, reader.key)
      expect(errors).toEqual([])
      const all: Entry[] = data.auditLog.items
      const fresh = all.filter(({ action, targetId }) => !(action === 'createApiKey' && targetId === reader.key.id))
      const added = fresh.slice(0, fresh.length - reader.seen)
      reader.seen = fresh.length
      log.push(...added)
      return added
    }

    await newEntries('admin')
    log.length = 0
    for (const step of STEPS) {
      const isWrite = step.query.startsWith('mutation')
      // No app waits for the consent in the sample.
      if (step.operation === 'pendingApp') continue
      // The import has no file, since uploads make no entries.
      if (step.operation === 'latestImport') continue
      if (isWrite && WITHOUT_ENTRIES.includes(step.operation)) continue
      if (step.operation === 'verifyDomain') {
        const { data } = await ask(server.url, '{ domains { hostname txtToken } }', {}, bearer(known.token))
        for (const { hostname, txtToken } of data.domains)
          dns.txt(`_shortlink.${hostname}`, `shortlink-verify=${txtToken}`)
      }
      const variables = step.variables?.(known) ?? {}
      const token = step.as === 'other' ? other.token : step.as === 'admin' ? admin.token : known.token
      const headers = { 'x-forwarded-for': '203.0.113.7', ...(step.as !== 'anonymous' && bearer(token)) }
      const data = await waitFor(async () => {
        const { data, errors } = await ask(server.url, step.query, variables, headers)
        expect(errors).toEqual([])
        expect(step.until?.(data)).not.toBe(false)
        return data
      })
      known = { ...known, ...step.learn?.(data) }
      for (const text of textsIn(variables)) values.add(text)
      if (!isWrite) continue
      const [action, targetKind] = ENTRIES[step.operation] ?? []
      const result = data[step.operation]
      const records = Array.isArray(result) ? result.filter(({ ok }) => ok).length : 1
      const expected = { action, targetKind, surface: 'GRAPHQL', actor: expect.stringMatching(/^session:.+/) }
      expect(await newEntries(step.as === 'admin' ? 'admin' : 'ada'), step.operation).toEqual(
        Array.from({ length: records }, () => expect.objectContaining(expected)),
      )
      // The owner of a record sees who changed it.
      const isAdas = step.as === 'admin' && /^admin(Set|CreateResetLink)/.test(step.operation)
      if (isAdas) expect(await newEntries()).toMatchObject([{ action, targetKind, actor: `admin:${admin.id}` }])
    }

    expect(await newEntries()).toEqual([])
    const done = new Set(STEPS.map(({ operation }) => operation))
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {})
    expect(mutations.filter((name) => !done.has(name))).toEqual([])
    expect(mutations.sort()).toEqual([...Object.keys(ENTRIES), ...WITHOUT_ENTRIES].sort())
    for (const { action, network, requestId } of log) {
      expect(network, action).toBe(['signUp', 'logIn'].includes(action) ? '203.0.113.0/24' : null)
      expect(requestId).toMatch(/^[\da-f-]{36}$/)
    }
    // Actors are named by the ids of their sessions.
    const ids = new Set(log.flatMap(({ targetId, actor }) => [targetId, actor.split(':')[1] ?? '']))
    const written = JSON.stringify(log)
    expect([...values].filter((value) => value.length > 3 && !ids.has(value) && written.includes(value))).toEqual([])
    await server.close('tests are over')
    await dns.close()
  })
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The headers of a key that reads the log, whichever sessions end. */
async function newReader(url: string, token: string): Promise<{ 'x-api-key': string; id: string }> {
  const { data } = await ask(
    url,
    'mutation { createApiKey(label: "reader", scopes: ["account"]) { secret apiKey { id } } }',
    {},
    bearer(token),
  )
  const { secret, apiKey } = data.createApiKey
  return { 'x-api-key': secret, id: apiKey.id }
}
