import type {
  AutoRefill,
  BioPage,
  BioPageId,
  BlockedHost,
  Domain,
  Hit,
  Import,
  Instant,
  LinkDefaults,
  LinkId,
  Tag,
  UserId,
  WebhookDelivery,
} from '@shortlink/core'
import type { EventOrder } from '@shortlink/core/adapter'
import type { BlocklistState, IdempotencyClaim, SessionRecord, UnknownVisitCount } from '@shortlink/core/ports'

/** An alias of a link. */
export interface AliasRow {
  /** See `addressOf`. */
  readonly address: string
  readonly link: LinkId
}

/** A slug that stays taken for all except its former owner. */
export interface TombstoneRow {
  readonly address: string
  readonly at: Instant
  readonly formerOwner: UserId | null
}

/** A page without its links, which have separate rows. */
export type BioPageRow = Omit<BioPage, 'links'>

/** The views of a bio page on a UTC day, in days since 1970. */
export interface BioViewsRow {
  readonly bioPage: BioPageId
  readonly day: number
  readonly views: number
}

export interface DeliveryRow extends WebhookDelivery {
  /** Attempts since the event was queued or replayed. */
  readonly step: number
}

/** A purged visit: its facts, for rollups. */
export interface PurgedHit extends Hit {
  /** Whether only link, day, country and device are known, and whether it was a bot or the first of its visitor. */
  readonly isOnlyCounted: boolean
}

/** A claim of a hostname and the state of its proof. */
export interface DomainRow {
  readonly domain: Domain
  readonly checkedAt: Instant
  /** Since when the proof has been missing; null while it is present. */
  readonly missingSince: Instant | null
  /** When the owner was warned that the domain lapses; null while the proof is seen. */
  readonly warnedAt: Instant | null
}

/** A hostname that was ever claimed. */
export interface ClaimedHostRow {
  readonly hostname: string
}

export interface IdempotencyRow extends IdempotencyClaim {
  readonly outcome: string
}

/** Id of a row: callers and operations have separate keys. */
export const idempotencyKeyOf = ({ caller, operation, key }: Pick<IdempotencyClaim, 'caller' | 'operation' | 'key'>) =>
  JSON.stringify([caller, operation, key])

export interface TagRow extends Omit<Tag, 'links'> {
  readonly owner: UserId
}

export interface LinkDefaultsRow extends LinkDefaults {
  readonly owner: UserId
}

/** Remaining visits of a link's limit; below zero when the limit was lowered below the number of visits. */
export interface LinkPasswordRow {
  readonly link: LinkId
  readonly hash: string
}

export interface VisitLimitRow {
  readonly link: LinkId
  readonly remaining: number
  readonly generation: number
}

export interface SessionRow extends SessionRecord {
  /** Whether it outlived an end of all others, so that its epoch is later than the one in its tokens. */
  readonly isKept: boolean
}

export interface RevokedTokenRow {
  readonly id: string
  readonly expiresAt: Instant
}

export interface InvitationRow {
  readonly digest: string
  readonly createdAt: Instant
  readonly expiresAt: Instant
}

export interface InstanceRow {
  readonly name: string
  readonly value: string
}

/** A host on a list; see `BlockedHosts`. */
export interface BlockedHostRow extends Omit<BlockedHost, 'source'> {
  readonly list: number
}

/** The only row of its table. */
export type BlocklistStateRow = Omit<BlocklistState, 'hosts'>

export interface CustomerRow {
  readonly customer: string
  /** Null when the account is deleted; then `dueAt` is when to delete the customer at the provider. */
  readonly owner: string | null
  readonly asOf: EventOrder
  readonly dueAt: Instant | null
}

/** An import with the claim of a server. */
export interface ImportRow {
  readonly record: Import
  readonly claim: string | null
  readonly claimedUntil: Instant
  readonly attempts: number
}

export interface ImportPartRow {
  readonly import: string
  readonly index: number
  readonly text: string
}

export interface AutoRefillRow {
  readonly owner: UserId
  readonly setting: AutoRefill
}

/** Id of the meter of an owner's period. */
export const meterKeyOf = (owner: string, periodStart: number) => `${owner} ${periodStart}`

/** A visitor who was counted on a link on a UTC day, in days since 1970. */
export interface VisitorRow {
  readonly day: number
  readonly link: LinkId
  readonly visitor: bigint
}

export const visitorKeyOf = ({ day, link, visitor }: VisitorRow) => `${day} ${link} ${visitor}`

export interface VisitorSaltRow {
  readonly day: number
  readonly salt: string
}

/** Visits to an unknown slug on a UTC day. */
export type UnknownVisitRow = UnknownVisitCount

/** The day with the domain, or with the service's own hosts. */
export const hostOfDay = ({ day, domain }: UnknownVisitRow) => `${day} ${domain ?? ''}`
/** The day with the kind of host. */
export const kindOfDay = ({ day, domain }: UnknownVisitRow) => `${day} ${domain === null ? 'own' : 'domain'}`

export const unknownVisitKeyOf = ({ day, domain, slug }: Omit<UnknownVisitRow, 'hits'>) =>
  `${day} ${domain ?? ''} ${slug}`
