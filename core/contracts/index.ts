import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../ports.ts'
import { aliasesContract } from './aliases.contract.ts'
import { analyticsContract } from './analytics.contract.ts'
import { apiKeysContract } from './api-keys.contract.ts'
import { atomicContract } from './atomic.contract.ts'
import { bioPagesContract } from './bio-pages.contract.ts'
import { type Capabilities, capabilitiesContract } from './capabilities.ts'
import { closingContract } from './closing.contract.ts'
import { deliveriesContract } from './deliveries.contract.ts'
import { domainsContract } from './domains.contract.ts'
import { hitRetentionContract } from './hit-retention.contract.ts'
import { hitStreamContract } from './hit-stream.contract.ts'
import { hitsContract } from './hits.contract.ts'
import { idempotencyKeysContract } from './idempotency-keys.contract.ts'
import { insertAloneContract } from './insert-alone.contract.ts'
import { instanceContract } from './instance.contract.ts'
import { linkFeedContract } from './link-feed.contract.ts'
import { linkFiltersContract } from './link-filters.contract.ts'
import { linkListsContract } from './link-lists.contract.ts'
import { linksContract } from './links.contract.ts'
import { outboxContract } from './outbox.contract.ts'
import { removalsContract } from './removals.contract.ts'
import { revokedTokensContract } from './revoked-tokens.contract.ts'
import { rollsContract } from './rolls.contract.ts'
import { servedChangesContract } from './served-changes.contract.ts'
import type { ContractSizes } from './sizes.ts'
import { subscriptionsContract } from './subscriptions.contract.ts'
import { tagsContract } from './tags.contract.ts'
import { takedownContract } from './takedown.contract.ts'
import { tombstonesContract } from './tombstones.contract.ts'
import { totalsContract } from './totals.contract.ts'
import { unknownVisitsContract } from './unknown-visits.contract.ts'
import { usageContract } from './usage.contract.ts'
import { usersContract } from './users.contract.ts'
import { visitLimitsContract } from './visit-limits.contract.ts'
import { webhooksContract } from './webhooks.contract.ts'

export { type DnsFixture, dnsContract } from './dns.contract.ts'
export { firstAccountContract } from './first-account.contract.ts'
export { type HitRecorderFixture, hitRecorderContract } from './hit-recorder.contract.ts'
export { type PasswordsFixture, passwordsContract } from './passwords.contract.ts'
export { type PaymentsFixture, paymentsContract, paymentsOffContract } from './payments.contract.ts'
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
export { type SecretsFixture, secretsContract } from './secrets.contract.ts'
export { type ServedLinksFixture, servedLinksContract } from './served-links.contract.ts'
export { type TokensFixture, tokensContract } from './tokens.contract.ts'
export { type VisitCounterFixture, visitCounterContract } from './visit-counter.contract.ts'
export { type VisitorsFixture, visitorsContract } from './visitors.contract.ts'
export {
  type ReceiverReply,
  type TestReceiver,
  type WebhookSenderFixture,
  webhookSenderContract,
} from './webhook-sender.contract.ts'
export type { Capabilities, ContractSizes }
/** The contract of each collection, for adapters that replace one at a time. */
export {
  aliasesContract,
  analyticsContract,
  apiKeysContract,
  atomicContract,
  bioPagesContract,
  capabilitiesContract,
  closingContract,
  deliveriesContract,
  domainsContract,
  hitRetentionContract,
  hitStreamContract,
  hitsContract,
  idempotencyKeysContract,
  insertAloneContract,
  instanceContract,
  linkFeedContract,
  linkFiltersContract,
  linkListsContract,
  linksContract,
  outboxContract,
  removalsContract,
  revokedTokensContract,
  rollsContract,
  servedChangesContract,
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
  /** Opens a second store on the same database, as another server does; only where servers can share one. */
  readonly openReplica?: () => Promise<Store>
}

/**
 * All requirements for a store, as vitest suites: call it inside a `describe` of an adapter's tests. The store is opened once and shared.
 * The suites add only unique records, so it may hold other data and serve other clients meanwhile.
 */
export function storeContract(
  open: () => Promise<Store>,
  { openReplica, sizes = {}, capabilities = {} }: StoreContractOptions = {},
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
    insertAloneContract(store)
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
    revokedTokensContract(store)
    idempotencyKeysContract(store, capabilities)
    bioPagesContract(store, capabilities)
    instanceContract(store)
    webhooksContract(store)
    outboxContract(store, capabilities)
    deliveriesContract(store)
    subscriptionsContract(store)
    takedownContract(store)
    removalsContract(store)
    usageContract(store, capabilities)
    if (capabilities.atomic !== false) atomicContract(store)
    linkFeedContract(store, capabilities)
    servedChangesContract(store, () => replica ?? opened)
  })
}
