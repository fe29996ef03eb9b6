import type { Instant } from '../kernel/caller.ts'
import type { HitId, LinkId } from '../kernel/ids.ts'
import type { Utm } from '../links/link-options.ts'

/** Codes of continents, shared by the geo data and `continent` rules. */
export const CONTINENTS: readonly string[] = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA']

export type DeviceClass = 'desktop' | 'mobile' | 'tablet' | 'bot' | 'other'

export interface Software {
  readonly name: string
  readonly version: string | null
}

/** The location of an IP address in the geo data; unknown members are null, never guessed. */
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

/** Client software that a user agent string names. */
export interface Agent {
  readonly browser: Software | null
  readonly os: Software | null
  readonly device: DeviceClass
  /** Whether `device` is `bot`. */
  readonly bot: boolean
}

/** A visit as the redirect receives it, before any lookup. */
export interface Visit {
  readonly link: LinkId
  readonly at: Instant
  /** The client's IP address, without an IPv4-mapped prefix. */
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
  /** The campaign parameters of the visitor's query; null without any. For a preview, the value of {@link Hit.utm}. */
  readonly campaign: Utm | null
  /** The value of the reference parameter in the visitor's query; null without one. */
  readonly ref: string | null
  /** Whether the visitor opted out of tracking and the operator honors that: the hit stores less. */
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
  /** The campaign parameters of the visitor's query; without any, those in the destination URL, which include the link's own. */
  readonly utm: Utm | null
  /** The value of the reference parameter in the visitor's query; null without one. */
  readonly ref: string | null
  /** Whether it is the visitor's first hit on the link on that UTC day; null if the operator does not count visitors. */
  readonly firstToday: boolean | null
}

/** A hit to record. */
export interface NewHit extends Hit {
  /**
   * A key of 63 bits for the visitor on the link on that UTC day. The store uses it to set `firstToday`, and leaves `firstToday` unchanged
   * without it.
   */
  visitor?: bigint | undefined
}
