import type { AccountRecord, ApiKeyRecord, BioLink, Hit, Link, RefillOrder, Subscription, Usage } from '@shortlink/core'
import { foldEmail, namespaceOf } from '@shortlink/core/adapter'
import type { KeptBioPage } from './bio-pages.ts'
import type { KeptDelivery } from './deliveries.ts'
import type { ClaimedHost, KeptDomain } from './domains.ts'
import { type KeptClaim, keyOf } from './idempotency-keys.ts'
import type { RevokedToken } from './revoked-tokens.ts'
import type { KeptCustomer } from './subscriptions.ts'
import { Table } from './table.ts'
import { type KeptAutoRefill, meterOf } from './usage-meters.ts'
import type { KeptWebhook } from './webhooks.ts'

/** Everything that the store holds. */
export type Tables = ReturnType<typeof emptyTables>

export const emptyTables = () => ({
  links: new Table<Link, 'slug' | 'owner'>((link) => link.id, {
    slug: (link) => addressOf(namespaceOf(link), link.slug),
    owner: (link) => link.owner,
  }),
  hits: new Table<Hit, 'link'>((hit) => hit.id, { link: (hit) => hit.link }),
  domains: new Table<KeptDomain, 'hostname' | 'owner'>(({ domain }) => domain.id, {
    hostname: ({ domain }) => domain.hostname,
    owner: ({ domain }) => domain.owner,
  }),
  claimedHosts: new Table<ClaimedHost>(({ hostname }) => hostname, {}),
  users: new Table<AccountRecord, 'email'>((user) => user.id, { email: (user) => foldEmail(user.email) }),
  apiKeys: new Table<ApiKeyRecord, 'digest' | 'owner'>((key) => key.id, {
    digest: (key) => key.digest,
    owner: (key) => key.owner,
  }),
  revokedTokens: new Table<RevokedToken>((token) => token.id, {}),
  bioPages: new Table<KeptBioPage, 'slug' | 'owner'>((page) => page.id, {
    slug: (page) => page.slug,
    owner: (page) => page.owner,
  }),
  bioLinks: new Table<BioLink, 'bioPage'>((link) => link.id, { bioPage: (link) => link.bioPage }),
  subscriptions: new Table<Subscription, 'owner' | 'customer'>((subscription) => subscription.id, {
    owner: (subscription) => subscription.owner,
    customer: (subscription) => subscription.customer,
  }),
  customers: new Table<KeptCustomer, 'owner'>(({ customer }) => customer, { owner: ({ owner }) => owner }),
  usageMeters: new Table<Usage, 'owner'>(({ owner, period }) => meterOf(owner, period.start), {
    owner: ({ owner }) => owner,
  }),
  autoRefills: new Table<KeptAutoRefill, 'owner'>(({ owner }) => owner, { owner: ({ owner }) => owner }),
  refillOrders: new Table<RefillOrder, 'owner'>((order) => order.id, { owner: (order) => order.owner }),
  idempotencyKeys: new Table<KeptClaim, 'caller'>(keyOf, { caller: (claim) => claim.caller }),
  webhooks: new Table<KeptWebhook, 'owner'>(({ webhook }) => webhook.id, { owner: ({ webhook }) => webhook.owner }),
  deliveries: new Table<KeptDelivery, 'webhook' | 'pending'>((delivery) => delivery.id, {
    webhook: (delivery) => delivery.webhook,
    pending: (delivery) => (delivery.nextAttemptAt === null ? null : delivery.webhook),
  }),
})

/** Unique over all links: a slug is taken in one namespace alone, and namespaces have no slash. */
export const addressOf = (namespace: string, slug: string) => `${namespace}/${slug}`
