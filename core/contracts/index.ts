import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../ports.ts'
import { atomicContract } from './atomic.contract.ts'
import { auditContract } from './audit.contract.ts'
import { subscriptionsContract } from './billing/subscriptions.contract.ts'
import { usageContract } from './billing/usage.contract.ts'
import { bioPagesContract } from './bio-pages.contract.ts'
import { type Capabilities, capabilitiesContract } from './capabilities.ts'
import { closingContract } from './closing.contract.ts'
import { domainsContract } from './domains.contract.ts'
import { analyticsContract } from './hits/analytics.contract.ts'
import { annotationsContract } from './hits/annotations.contract.ts'
import { hitRetentionContract } from './hits/hit-retention.contract.ts'
import { hitStreamContract } from './hits/hit-stream.contract.ts'
import { hitsContract } from './hits/hits.contract.ts'
import { removalsContract } from './hits/removals.contract.ts'
import { rollsContract } from './hits/rolls.contract.ts'
import { statSharesContract } from './hits/stat-shares.contract.ts'
import { totalsContract } from './hits/totals.contract.ts'
import { unknownVisitsContract } from './hits/unknown-visits.contract.ts'
import { idempotencyKeysContract } from './idempotency-keys.contract.ts'
import { apiKeysContract } from './identity/api-keys.contract.ts'
import { invitationsContract } from './identity/invitations.contract.ts'
import { oauthRecordsContract } from './identity/oauth-records.contract.ts'
import { resetLinksContract } from './identity/reset-links.contract.ts'
import { sessionsContract } from './identity/sessions.contract.ts'
import { takedownContract } from './identity/takedown.contract.ts'
import { usersContract } from './identity/users.contract.ts'
import { importsContract } from './imports.contract.ts'
import { instanceContract } from './instance.contract.ts'
import { aliasesContract } from './links/aliases.contract.ts'
import { campaignTemplatesContract } from './links/campaign-templates.contract.ts'
import { insertAloneContract } from './links/insert-alone.contract.ts'
import { linkDefaultsContract } from './links/link-defaults.contract.ts'
import { linkFeedContract } from './links/link-feed.contract.ts'
import { linkFiltersContract } from './links/link-filters.contract.ts'
import { linkListsContract } from './links/link-lists.contract.ts'
import { linksContract } from './links/links.contract.ts'
import { savedViewsContract } from './links/saved-views.contract.ts'
import { servedChangesContract } from './links/served-changes.contract.ts'
import { tagsContract } from './links/tags.contract.ts'
import { tombstonesContract } from './links/tombstones.contract.ts'
import { visitLimitsContract } from './links/visit-limits.contract.ts'
import { blockedHostsContract } from './moderation/blocked-hosts.contract.ts'
import { reportsContract } from './moderation/reports.contract.ts'
import { qrStylesContract } from './qr-styles.contract.ts'
import type { ContractSizes } from './sizes.ts'
import { deliveriesContract } from './webhooks/deliveries.contract.ts'
import { outboxContract } from './webhooks/outbox.contract.ts'
import { webhooksContract } from './webhooks/webhooks.contract.ts'

export { type PaymentsFixture, paymentsContract, paymentsOffContract } from './billing/payments.contract.ts'
export { type DnsFixture, dnsContract } from './dns.contract.ts'
export { type HitRecorderFixture, hitRecorderContract } from './hits/hit-recorder.contract.ts'
export { type VisitorsFixture, visitorsContract } from './hits/visitors.contract.ts'
export { firstAccountContract } from './identity/first-account.contract.ts'
export { type PasswordsFixture, passwordsContract } from './identity/passwords.contract.ts'
export { type SecretsFixture, secretsContract } from './identity/secrets.contract.ts'
export { type TokensFixture, tokensContract } from './identity/tokens.contract.ts'
export { type ServedLinksFixture, servedLinksContract } from './links/served-links.contract.ts'
export { type VisitCounterFixture, visitCounterContract } from './links/visit-counter.contract.ts'
export { type QrCodesFixture, qrCodesContract } from './qr-codes.contract.ts'
export {
  aBioPage,
  aDomain,
  aHit,
  aLink,
  anEvent,
  aWebhook,
  newLink,
  newOwner,
  newWebhook,
  removeAll,
  unique,
} from './samples.ts'
export {
  type ReceiverReply,
  type TestReceiver,
  type WebhookSenderFixture,
  webhookSenderContract,
} from './webhooks/webhook-sender.contract.ts'
export type { Capabilities, ContractSizes }
/** The contract of each collection, for adapters that replace one at a time. */
export {
  aliasesContract,
  analyticsContract,
  annotationsContract,
  apiKeysContract,
  atomicContract,
  auditContract,
  bioPagesContract,
  blockedHostsContract,
  campaignTemplatesContract,
  capabilitiesContract,
  closingContract,
  deliveriesContract,
  domainsContract,
  hitRetentionContract,
  hitStreamContract,
  hitsContract,
  idempotencyKeysContract,
  importsContract,
  insertAloneContract,
  instanceContract,
  invitationsContract,
  linkDefaultsContract,
  linkFeedContract,
  linkFiltersContract,
  linkListsContract,
  linksContract,
  oauthRecordsContract,
  outboxContract,
  qrStylesContract,
  removalsContract,
  reportsContract,
  resetLinksContract,
  rollsContract,
  savedViewsContract,
  servedChangesContract,
  sessionsContract,
  statSharesContract,
  subscriptionsContract,
  tagsContract,
  takedownContract,
  tombstonesContract,
  unknownVisitsContract,
  usageContract,
  usersContract,
  visitLimitsContract,
  webhooksContract,
}

export interface StoreContractOptions {
  readonly sizes?: ContractSizes
  /** Capabilities of the store; unnamed ones default to true. */
  readonly capabilities?: Partial<Capabilities>
  /** True for a store with the optional {@link Store.insertAlone}. */
  readonly hasInsertAlone?: boolean
  /** Opens a second store on the same database, as another server does; only where servers can share one. */
  readonly openReplica?: () => Promise<Store>
}

/**
 * All requirements for a store, as vitest suites: call it inside a `describe` of an adapter's tests. The store is opened once and shared.
 * The suites add only unique records, so it may hold other data and serve other clients meanwhile.
 * @example
 * ```ts
 * import { openMemoryStore } from '@shortlink/adapters/memory'
 * import { storeContract } from '@shortlink/core/contracts'
 * import { describe } from 'vitest'
 *
 * // Open your own store instead.
 * describe('memory', () => storeContract(async () => openMemoryStore()))
 * ```
 */
export function storeContract(
  open: () => Promise<Store>,
  { openReplica, hasInsertAlone = false, sizes = {}, capabilities = {} }: StoreContractOptions = {},
): void {
  describe('store', () => {
    let opened: Store
    let replica: Store | undefined
    const store = () => opened

    beforeAll(async () => {
      opened = await open()
      replica = await openReplica?.()
    })
    afterAll(async () => {
      await replica?.close()
      await opened?.close()
    })

    it('ping() resolves', async () => {
      expect(await store().ping()).toBeUndefined()
    })

    it('now() returns the current time and never goes back', async () => {
      const before = await store().now()
      const after = await store().now()
      expect(after).toBeGreaterThanOrEqual(before)
      // Here the database runs on this machine, so the two clocks differ only in precision.
      expect(Math.abs(after - Date.now())).toBeLessThan(60_000)
    })

    capabilitiesContract(store, capabilities)
    linksContract(store)
    it(`the store has ${hasInsertAlone ? 'an' : 'no'} insertAlone`, () => {
      expect(store().insertAlone !== undefined).toBe(hasInsertAlone)
    })
    if (hasInsertAlone) insertAloneContract(store)
    auditContract(store, capabilities)
    visitLimitsContract(store)
    totalsContract(store)
    tagsContract(store, capabilities)
    linkFiltersContract(store)
    linkListsContract(store, { ...sizes, ...capabilities })
    aliasesContract(store, capabilities)
    tombstonesContract(store, capabilities)
    hitsContract(store, sizes)
    analyticsContract(store)
    rollsContract(store)
    hitStreamContract(store)
    hitRetentionContract(store)
    domainsContract(store)
    unknownVisitsContract(store)
    usersContract(store, capabilities)
    apiKeysContract(store)
    sessionsContract(store)
    oauthRecordsContract(store)
    resetLinksContract(store)
    qrStylesContract(store)
    statSharesContract(store)
    annotationsContract(store)
    savedViewsContract(store)
    campaignTemplatesContract(store)
    linkDefaultsContract(store)
    importsContract(store)
    invitationsContract(store, capabilities)
    idempotencyKeysContract(store, capabilities)
    bioPagesContract(store, capabilities)
    instanceContract(store)
    webhooksContract(store)
    outboxContract(store, capabilities)
    deliveriesContract(store)
    subscriptionsContract(store)
    takedownContract(store)
    blockedHostsContract(store)
    reportsContract(store)
    removalsContract(store)
    usageContract(store, capabilities)
    if (capabilities.atomic !== false) atomicContract(store)
    linkFeedContract(store, capabilities)
    servedChangesContract(store, () => replica ?? opened)
  })
}
