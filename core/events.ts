import type { Instant } from './kernel/caller.ts'
import type { BioPageId, DomainId, EventId, HitId, LinkId, ReportId, UserId } from './kernel/ids.ts'
import type { LinkUpdate } from './links/link.ts'

/** An event that webhooks of its owner can subscribe to. */
export type DomainEvent =
  | LinkCreated
  | LinkUpdated
  | LinkDeleted
  | LinkClicked
  | BioViewed
  | DomainLapsing
  | LinkReported
export type EventType = DomainEvent['type']

export const EVENT_TYPES = [
  'link.created',
  'link.updated',
  'link.deleted',
  'link.clicked',
  'bio.viewed',
  'domain.lapsing',
  'link.reported',
] as const satisfies readonly EventType[]

interface Occurrence {
  /** Unique per occurrence and deterministic, so that an event is queued once. */
  readonly id: EventId
  readonly owner: UserId
  readonly at: Instant
}

export interface LinkCreated extends Occurrence {
  readonly type: 'link.created'
  readonly link: EventLink
}

/** Properties of a link that an owner can change, under the names of the API's inputs. */
export type ChangedName = Exclude<keyof LinkUpdate, 'id'> | 'aliases'

export interface LinkUpdated extends Occurrence {
  readonly type: 'link.updated'
  /** The link after the change. */
  readonly link: EventLink
  readonly changed: readonly ChangedName[]
}

export interface LinkDeleted extends Occurrence {
  readonly type: 'link.deleted'
  /** As it was. */
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
  /** Missing in events queued by version 0.1.0, which queued views by people only. */
  readonly view?: EventView
}

/** The DNS proof of a verified domain has been missing for two days; the domain lapses a day later. */
export interface DomainLapsing extends Occurrence {
  readonly type: 'domain.lapsing'
  readonly domain: EventDomain
}

/** A visitor reported a link, bio page or domain. The owner of the event is an administrator. */
export interface LinkReported extends Occurrence {
  readonly type: 'link.reported'
  readonly report: EventReport
}

export interface EventLink {
  readonly id: LinkId
  /** Empty for the service's own host. */
  readonly hostname: string
  readonly slug: string
  readonly target: string
  readonly title: string | null
  /** Missing in events queued by earlier versions. */
  readonly tags?: readonly string[]
  /** Missing in events queued by earlier versions. */
  readonly externalId?: string | null
  readonly createdAt: Instant
}

/** A visit, without the visitor's IP address. */
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

/** A view of a bio page, without data of the visitor. */
export interface EventView {
  /** True if the user agent is a bot and not a person's browser. */
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
  /** When the domain lapses unless its TXT record is back. */
  readonly lapsesAt: Instant
}

/** A report, without data of the visitor. */
export interface EventReport {
  readonly id: ReportId
  /** Null for a bio page or a domain. */
  readonly link: LinkId | null
  /** The public URL of the link, page or domain. */
  readonly url: string
  /** The host of the link's target. */
  readonly host: string | null
  readonly reason: string
  readonly createdAt: Instant
}
