import type { Instant } from '../../kernel/caller.ts'
import type { LinkId, StatShareId, TagId, UserId } from '../../kernel/ids.ts'
import type { AnalyticsDimension } from '../dimension.ts'

/** The parts of a shared page below its chart, each with several dimensions. */
export const STAT_CARDS = ['SOURCES', 'LOCATIONS', 'DEVICES', 'ACTIVITY'] as const
export type StatCard = (typeof STAT_CARDS)[number]

/** The dimensions that a card shows. None shows other links, destinations, rules or visitors. */
export const CARD_DIMENSIONS: Readonly<Record<StatCard, readonly AnalyticsDimension[]>> = {
  SOURCES: ['REFERRER', 'UTM_CAMPAIGN', 'UTM_SOURCE', 'UTM_MEDIUM', 'REF'],
  LOCATIONS: ['COUNTRY', 'REGION', 'CITY'],
  DEVICES: ['DEVICE', 'BROWSER', 'OS'],
  ACTIVITY: ['WEEKDAY', 'HOUR_OF_DAY', 'HOUR_OF_WEEK', 'LANGUAGE'],
}

/** Most shares of an account. */
export const SHARES_PER_ACCOUNT = 100

/** Statistics that anyone with their URL can read: of a link, of the links with a tag, or of all links of an account. */
export interface StatShare {
  readonly id: StatShareId
  readonly owner: UserId
  /** The only link; null for several. */
  readonly linkId: LinkId | null
  /** The tag of the links; null for a link and for all links. */
  readonly tagId: TagId | null
  readonly cards: readonly StatCard[]
  /** Whether the page lists recent visits. */
  readonly showVisits: boolean
  readonly hasPassword: boolean
  /** Null for never. */
  readonly expiresAt: Instant | null
  /** Origins whose pages may embed the page, such as https://example.com. */
  readonly origins: readonly string[]
  readonly createdAt: Instant
}

/** A share with its name: the slug of its link or the name of its tag, null for all links. */
export interface NamedStatShare extends StatShare {
  readonly name: string | null
}
