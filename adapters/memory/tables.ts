import type {
  Annotation,
  BioLink,
  CampaignTemplate,
  Hit,
  Link,
  RefillOrder,
  Report,
  SavedQrStyle,
  SavedView,
  Subscription,
  Usage,
  Webhook,
} from '@shortlink/core'
import { fold, foldEmail, namespaceOf } from '@shortlink/core/adapter'
import type {
  AccountRecord,
  ApiKeyRecord,
  NumberedEntry,
  OAuthRecord,
  ResetLink,
  StatShareRecord,
} from '@shortlink/core/ports'
import {
  type AliasRow,
  type AutoRefillRow,
  type BioPageRow,
  type BioViewsRow,
  type BlockedHostRow,
  type BlocklistStateRow,
  type ClaimedHostRow,
  type CustomerRow,
  type DeliveryRow,
  type DomainRow,
  hostOfDay,
  type IdempotencyRow,
  type ImportPartRow,
  type ImportRow,
  type InstanceRow,
  type InvitationRow,
  idempotencyKeyOf,
  kindOfDay,
  type LinkDefaultsRow,
  type LinkPasswordRow,
  meterKeyOf,
  type PurgedHit,
  type RevokedTokenRow,
  type SessionRow,
  type TagRow,
  type TombstoneRow,
  type UnknownVisitRow,
  unknownVisitKeyOf,
  type VisitLimitRow,
  type VisitorRow,
  type VisitorSaltRow,
  visitorKeyOf,
} from './rows.ts'
import { Table } from './table.ts'

/** The key of a record among all kinds. */
export const oauthKey = ({ kind, id }: Pick<OAuthRecord, 'kind' | 'id'>): string => `${kind} ${id}`

/** All rows of the store. */
export type Tables = ReturnType<typeof emptyTables>

export const emptyTables = () => ({
  links: new Table<Link, 'slug' | 'owner'>((link) => link.id, {
    slug: (link) => addressOf(namespaceOf(link), link.slug),
    owner: (link) => link.owner,
  }),
  linkPasswords: new Table<LinkPasswordRow>(({ link }) => link, {}),
  visitLimits: new Table<VisitLimitRow>(({ link }) => link, {}),
  aliases: new Table<AliasRow, 'link'>(({ address }) => address, { link: ({ link }) => link }),
  tombstones: new Table<TombstoneRow>(({ address }) => address, {}),
  unknownVisits: new Table<UnknownVisitRow, 'host' | 'kind'>(unknownVisitKeyOf, { host: hostOfDay, kind: kindOfDay }),
  tags: new Table<TagRow, 'owner' | 'name'>(({ id }) => id, {
    owner: ({ owner }) => owner,
    name: ({ owner, name }) => tagKeyOf(owner, name),
  }),
  hits: new Table<Hit, 'link'>((hit) => hit.id, { link: (hit) => hit.link }),
  purgedHits: new Table<PurgedHit, 'link'>((hit) => hit.id, { link: (hit) => hit.link }),
  visitors: new Table<VisitorRow, 'link'>(visitorKeyOf, { link: ({ link }) => link }),
  visitorSalts: new Table<VisitorSaltRow>(({ day }) => String(day), {}),
  domains: new Table<DomainRow, 'hostname' | 'owner'>(({ domain }) => domain.id, {
    hostname: ({ domain }) => domain.hostname,
    owner: ({ domain }) => domain.owner,
  }),
  claimedHosts: new Table<ClaimedHostRow>(({ hostname }) => hostname, {}),
  users: new Table<AccountRecord, 'email'>((user) => user.id, { email: (user) => foldEmail(user.email) }),
  apiKeys: new Table<ApiKeyRecord, 'digest' | 'owner'>((key) => key.id, {
    digest: (key) => key.digest,
    owner: (key) => key.owner,
  }),
  sessions: new Table<SessionRow, 'owner'>((session) => session.id, { owner: (session) => session.owner }),
  resetLinks: new Table<ResetLink, 'digest'>(({ owner }) => owner, { digest: ({ digest }) => digest }),
  oauthRecords: new Table<OAuthRecord, 'grant' | 'uid'>(oauthKey, {
    grant: ({ grantId }) => grantId,
    uid: ({ uid }) => uid,
  }),
  qrStyles: new Table<SavedQrStyle, 'owner'>(({ id }) => id, { owner: ({ owner }) => owner }),
  annotations: new Table<Annotation, 'owner'>(({ id }) => id, { owner: ({ owner }) => owner }),
  statShares: new Table<StatShareRecord, 'digest' | 'owner'>(({ id }) => id, {
    digest: ({ digest }) => digest,
    owner: ({ owner }) => owner,
  }),
  savedViews: new Table<SavedView, 'owner'>(({ id }) => id, { owner: ({ owner }) => owner }),
  campaignTemplates: new Table<CampaignTemplate, 'owner'>(({ id }) => id, { owner: ({ owner }) => owner }),
  linkDefaults: new Table<LinkDefaultsRow>(({ owner }) => owner, {}),
  imports: new Table<ImportRow>(({ record }) => record.owner, {}),
  importParts: new Table<ImportPartRow, 'import'>(({ import: id, index }) => `${id} ${index}`, {
    import: ({ import: id }) => id,
  }),
  revokedTokens: new Table<RevokedTokenRow>((token) => token.id, {}),
  invitations: new Table<InvitationRow>(({ digest }) => digest, {}),
  bioPages: new Table<BioPageRow, 'slug' | 'owner'>((page) => page.id, {
    slug: (page) => page.slug,
    owner: (page) => page.owner,
  }),
  bioLinks: new Table<BioLink, 'bioPage'>((link) => link.id, { bioPage: (link) => link.bioPage }),
  bioViews: new Table<BioViewsRow, 'bioPage'>(({ bioPage, day }) => `${bioPage} ${day}`, {
    bioPage: ({ bioPage }) => bioPage,
  }),
  subscriptions: new Table<Subscription, 'owner' | 'customer'>((subscription) => subscription.id, {
    owner: (subscription) => subscription.owner,
    customer: (subscription) => subscription.customer,
  }),
  customers: new Table<CustomerRow, 'owner'>(({ customer }) => customer, { owner: ({ owner }) => owner }),
  usageMeters: new Table<Usage, 'owner'>(({ owner, period }) => meterKeyOf(owner, period.start), {
    owner: ({ owner }) => owner,
  }),
  autoRefills: new Table<AutoRefillRow, 'owner'>(({ owner }) => owner, { owner: ({ owner }) => owner }),
  refillOrders: new Table<RefillOrder, 'owner'>((order) => order.id, { owner: (order) => order.owner }),
  idempotencyKeys: new Table<IdempotencyRow, 'caller'>(idempotencyKeyOf, { caller: (claim) => claim.caller }),
  auditEntries: new Table<NumberedEntry, 'owner'>(({ id }) => id, { owner: ({ owner }) => owner }),
  lastNumbers: { auditEntry: 0 },
  blockedHosts: new Table<BlockedHostRow, 'list'>(({ list, host }) => `${list} ${host}`, {
    list: ({ list }) => String(list),
  }),
  blocklistState: new Table<BlocklistStateRow>(() => '', {}),
  reports: new Table<Report>(({ id }) => id, {}),
  instance: new Table<InstanceRow>(({ name }) => name, {}),
  webhooks: new Table<Webhook, 'owner'>(({ id }) => id, { owner: ({ owner }) => owner }),
  deliveries: new Table<DeliveryRow, 'webhook' | 'pending'>((delivery) => delivery.id, {
    webhook: (delivery) => delivery.webhook,
    pending: (delivery) => (delivery.nextAttemptAt === null ? null : delivery.webhook),
  }),
})

/** Unique over all tags. */
export const tagKeyOf = (owner: string, name: string) => `${owner}/${fold(name)}`

/** Unique over all links: a slug is unique in its namespace, and namespaces have no slash. */
export const addressOf = (namespace: string, slug: string) => `${namespace}/${slug}`
