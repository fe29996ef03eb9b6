import type { Instant } from '../kernel/caller.ts'
import type { HitId, LinkId } from '../kernel/ids.ts'
import type { Utm } from '../links/link-options.ts'

/** Codes of continents, as geo data and `continent` rules use them. */
export const CONTINENTS: readonly string[] = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA']

export type DeviceClass = 'desktop' | 'mobile' | 'tablet' | 'bot' | 'other'

export interface Software {
  readonly name: string
  readonly version: string | null
}

/** Location of an IP address by the geo data; unknown members are null, never guessed. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  /** One of {@link CONTINENTS}. */
  readonly continent: string | null
  /** ISO 3166-2 subdivision, such as `US-CA`. */
  readonly region: string | null
  /** The name of the subdivision in English, such as `California`. */
  readonly subdivision: string | null
  readonly city: string | null
  readonly postal: string | null
  /** IANA zone name. */
  readonly timezone: string | null
  readonly isp: string | null
}

/** Client software, as read from a user agent string. */
export interface Agent {
  readonly browser: Software | null
  readonly os: Software | null
  readonly device: DeviceClass
  /** Whether `device` is `bot`. */
  readonly bot: boolean
}

/** A visit as the redirect received it, before any lookup. */
export interface Visit {
  readonly link: LinkId
  readonly at: Instant
  /** The client's address, without an IPv4-mapped prefix. */
  readonly ip: string
  readonly userAgent: string | null
  /** As the client sent it. */
  readonly referrer: string | null
  /** Index of the rule that matched; null when the visitor went to the link's own target. */
  readonly rule: number | null
  /** Null when the visitor got a preview of the link. */
  readonly redirectedTo: string | null
  /** As the client sent it. */
  readonly acceptLanguage: string | null
  /** The campaign parameters of the visitor's query; null without any. Those of a preview are its {@link Hit.utm}. */
  readonly campaign: Utm | null
  /** The value of the reference parameter in the visitor's query; null without one. */
  readonly ref: string | null
  /** Whether the visitor asked not to be tracked and the operator honors that: the hit keeps less. */
  readonly isPrivate: boolean
}

/** A recorded visit. */
export interface Hit extends Place, Agent {
  readonly id: HitId
  readonly link: LinkId
  readonly at: Instant
  readonly ip: string
  readonly type: 'IPv4' | 'IPv6'
  readonly userAgent: string | null
  /** Without query and fragment. */
  readonly referrer: string | null
  readonly rule: number | null
  /** Null when the visitor got a preview of the link. */
  readonly redirectedTo: string | null
  /** Base tag of the visitor's first language, in lower case. */
  readonly language: string | null
  /** The campaign parameters of the visitor's query; without any, those of the address that the link leads to, which has the link's own. */
  readonly utm: Utm | null
  /** The value of the reference parameter in the visitor's query; null without one. */
  readonly ref: string | null
  /** Whether it is the visitor's first hit on the link on that UTC day; null where visitors are not counted. */
  readonly firstToday: boolean | null
}

/** A hit to record. */
export interface NewHit extends Hit {
  /**
   * Stands for the visitor on the link on that UTC day: 63 bits. The store decides by it about `firstToday`, which stays as it is without one.
   */
  visitor?: bigint | undefined
}
