import type { LinkFeed, Store } from '@shortlink/core'
import { LinkChangeEmitter } from '@shortlink/core/adapter'
import { ResultAsync } from 'neverthrow'
import { memoryAnalytics, memoryRolls } from './analytics.ts'
import { memoryApiKeys } from './api-keys.ts'
import { memoryBioPages } from './bio-pages.ts'
import { memoryDeliveries } from './deliveries.ts'
import { memoryDomains } from './domains.ts'
import { memoryHitRetention } from './hit-retention.ts'
import { memoryHitStream } from './hit-stream.ts'
import { memoryHits } from './hits.ts'
import { memoryIdempotencyKeys } from './idempotency-keys.ts'
import { memoryInstance } from './instance.ts'
import { memoryInsertAlone, memoryLinks } from './links.ts'
import { memoryOutbox } from './outbox.ts'
import { memoryRefillOrders } from './refill-orders.ts'
import { memoryRevokedTokens } from './revoked-tokens.ts'
import { openScope, type Scope } from './scope.ts'
import { memorySubscriptions } from './subscriptions.ts'
import { emptyTables, type Tables } from './tables.ts'
import { memoryTags } from './tags.ts'
import { memoryUnknownVisits } from './unknown-visits.ts'
import { memoryUsageMeters } from './usage-meters.ts'
import { memoryUsers } from './users.ts'
import { memoryVisitLimits } from './visit-limits.ts'
import { memoryWebhooks } from './webhooks.ts'

/** Opens an empty store in memory, for tests and first steps. It behaves like the databases, but loses its data when the process ends. */
export function openMemoryStore(): Store {
  const linkChanges = new LinkChangeEmitter()
  const outermost = openScope((transaction) => linkChanges.publish(transaction.linkChanges))
  // Always live, since every writer of the store is in this process.
  const linkFeed: LinkFeed = { subscribe: (listener) => linkChanges.subscribe(listener), live: () => true }
  return storeIn(outermost, emptyTables(), linkFeed)
}

function storeIn(scope: Scope, tables: Tables, linkFeed: LinkFeed): Store {
  const { call } = scope
  return {
    links: memoryLinks(call, tables),
    tags: memoryTags(call, tables),
    hits: memoryHits(call, tables),
    hitRetention: memoryHitRetention(call, tables),
    hitStream: memoryHitStream(call, tables),
    analytics: memoryAnalytics(call, tables),
    rolls: memoryRolls,
    visitLimits: memoryVisitLimits(call, tables),
    unknownVisits: memoryUnknownVisits(call, tables),
    domains: memoryDomains(call, tables),
    users: memoryUsers(call, tables),
    apiKeys: memoryApiKeys(call, tables),
    revokedTokens: memoryRevokedTokens(call, tables),
    idempotencyKeys: memoryIdempotencyKeys(call, tables),
    bioPages: memoryBioPages(call, tables),
    subscriptions: memorySubscriptions(call, tables),
    usageMeters: memoryUsageMeters(call, tables),
    refillOrders: memoryRefillOrders(call, tables),
    webhooks: memoryWebhooks(call, tables),
    outbox: memoryOutbox(call, tables),
    deliveries: memoryDeliveries(call, tables),
    instance: memoryInstance(call, tables),
    // Deletions remove all rows here.
    removals: { async *run() {}, countWaiting: () => call(() => 0) },
    linkFeed,
    insertAlone: memoryInsertAlone(call, tables),
    atomic: (work) => new ResultAsync(scope.atomic((inner) => work(storeIn(inner, tables, linkFeed)))),
    now: () => call(() => Date.now()),
    ping: () => call(() => undefined),
    close: () => scope.close(),
  }
}
