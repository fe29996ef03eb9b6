import type { Instant } from './kernel/caller.ts'
import type { BioPageId, DomainId, EventId, HitId, LinkId, UserId } from './kernel/ids.ts'

/** What happened to somebody's records, as far as the owner's webhooks are told of it. */
export type DomainEvent = LinkCreated | LinkClicked | BioViewed | DomainLapsing
export type EventType = DomainEvent['type']

export const EVENT_TYPES = [
  'link.created',
  'link.clicked',
  'bio.viewed',
  'domain.lapsing',
] as const satisfies readonly EventType[]

interface Occurrence {
  /** One id an occurrence, and the same one whenever it is told again, so that no event is queued twice. */
  readonly id: EventId
  readonly owner: UserId
  readonly at: Instant
}

export interface LinkCreated extends Occurrence {
  readonly type: 'link.created'
  readonly link: EventLink
}

export interface LinkClicked extends Occurrence {
  readonly type: 'link.clicked'
  readonly link: EventLink
  readonly click: EventClick
}

export interface BioViewed extends Occurrence {
  readonly type: 'bio.viewed'
  readonly bioPage: EventBioPage
  /** Missing in events that version 0.1.0 queued: those are views by people. */
  readonly view?: EventView
}

/** A verified domain whose proof has been missing for two days: it lapses a day later. */
export interface DomainLapsing extends Occurrence {
  readonly type: 'domain.lapsing'
  readonly domain: EventDomain
}

export interface EventLink {
  readonly id: LinkId
  /** Empty for the service's own host. */
  readonly hostname: string
  readonly slug: string
  readonly target: string
  readonly title: string | null
  readonly createdAt: Instant
}

/** A visit without the visitor's address, which no receiver is given. */
export interface EventClick {
  readonly id: HitId
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  readonly device: string
  readonly browser: string | null
  readonly os: string | null
  readonly referrer: string | null
  readonly bot: boolean
  readonly createdAt: Instant
}

/** A view of a bio page without anything of the visitor. */
export interface EventView {
  /** Whether a program asked and not a person's browser, as far as its user agent shows. */
  readonly bot: boolean
  readonly createdAt: Instant
}

export interface EventBioPage {
  readonly id: BioPageId
  readonly slug: string
  readonly title: string | null
  readonly createdAt: Instant
}

export interface EventDomain {
  readonly id: DomainId
  readonly hostname: string
  readonly createdAt: Instant
  /** The domain is given up then, unless its TXT record is back. */
  readonly lapsesAt: Instant
}
