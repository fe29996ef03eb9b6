import { LinkChangeEmitter, noMaintenance } from '@shortlink/core/adapter'
import type { LinkFeed, Store } from '@shortlink/core/ports'
import { ResultAsync } from 'neverthrow'
import { memoryApiKeys } from './api-keys.ts'
import { memoryAudit } from './audit.ts'
import { memoryRefillOrders } from './billing/refill-orders.ts'
import { memorySubscriptions } from './billing/subscriptions.ts'
import { memoryUsageMeters } from './billing/usage-meters.ts'
import { memoryBioPages } from './bio-pages.ts'
import { memoryDomains } from './domains.ts'
import { memoryAnalytics } from './hits/analytics.ts'
import { memoryAnnotations } from './hits/annotations.ts'
import { memoryHitRetention } from './hits/hit-retention.ts'
import { memoryHitStream } from './hits/hit-stream.ts'
import { memoryHits } from './hits/hits.ts'
import { memoryUnknownVisits } from './hits/unknown-visits.ts'
import { memoryIdempotencyKeys } from './idempotency-keys.ts'
import { memoryImports } from './imports.ts'
import { memoryInstance } from './instance.ts'
import { memoryInvitations } from './invitations.ts'
import { memoryCampaignTemplates } from './links/campaign-templates.ts'
import { memoryLinkDefaults } from './links/link-defaults.ts'
import { memoryLinks } from './links/links.ts'
import { memorySavedViews } from './links/saved-views.ts'
import { memoryTags } from './links/tags.ts'
import { memoryVisitLimits } from './links/visit-limits.ts'
import { memoryBlockedHosts } from './moderation/blocked-hosts.ts'
import { memoryReports } from './moderation/reports.ts'
import { memoryOAuthRecords } from './oauth-records.ts'
import { memoryQrStyles } from './qr-styles.ts'
import { memoryResetLinks } from './reset-links.ts'
import { openScope, type Scope } from './scope.ts'
import { memorySessions } from './sessions.ts'
import { memoryStatShares } from './stat-shares.ts'
import { emptyTables, type Tables } from './tables.ts'
import { memoryUsers } from './users.ts'
import { memoryDeliveries } from './webhooks/deliveries.ts'
import { memoryOutbox } from './webhooks/outbox.ts'
import { memoryWebhooks } from './webhooks/webhooks.ts'

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
    ...noMaintenance(),
    links: memoryLinks(call, tables),
    tags: memoryTags(call, tables),
    hits: memoryHits(call, tables),
    hitRetention: memoryHitRetention(call, tables),
    hitStream: memoryHitStream(call, tables),
    analytics: memoryAnalytics(call, tables),
    visitLimits: memoryVisitLimits(call, tables),
    unknownVisits: memoryUnknownVisits(call, tables),
    domains: memoryDomains(call, tables),
    blockedHosts: memoryBlockedHosts(call, tables),
    reports: memoryReports(call, tables),
    users: memoryUsers(call, tables),
    apiKeys: memoryApiKeys(call, tables),
    sessions: memorySessions(call, tables),
    resetLinks: memoryResetLinks(call, tables),
    oauthRecords: memoryOAuthRecords(call, tables),
    qrStyles: memoryQrStyles(call, tables),
    annotations: memoryAnnotations(call, tables),
    statShares: memoryStatShares(call, tables),
    savedViews: memorySavedViews(call, tables),
    campaignTemplates: memoryCampaignTemplates(call, tables),
    linkDefaults: memoryLinkDefaults(call, tables),
    imports: memoryImports(call, tables),
    invitations: memoryInvitations(call, tables),
    idempotencyKeys: memoryIdempotencyKeys(call, tables),
    bioPages: memoryBioPages(call, tables),
    subscriptions: memorySubscriptions(call, tables),
    usageMeters: memoryUsageMeters(call, tables),
    refillOrders: memoryRefillOrders(call, tables),
    webhooks: memoryWebhooks(call, tables),
    outbox: memoryOutbox(call, tables),
    deliveries: memoryDeliveries(call, tables),
    audit: memoryAudit(call, tables),
    instance: memoryInstance(call, tables),
    linkFeed,
    atomic: (work) => new ResultAsync(scope.atomic((inner) => work(storeIn(inner, tables, linkFeed)))),
    now: () => call(() => Date.now()),
    ping: () => call(() => undefined),
    close: () => scope.close(),
  }
}
