import type { Agent, Place } from '../../hits/hit.ts'
import type { Instant } from '../../kernel/caller.ts'
import type { Address } from '../../kernel/ip-address.ts'
import type { QueryParameters } from './query-parameters.ts'

/** What conditions may ask about a visit; null means unknown. Members may be worked out when first asked for. */
export interface Facts {
  readonly now: Instant
  /** The link's hit count before this visit. */
  readonly visits: number
  /** 0 to 99, always the same for one visitor of one link. */
  readonly draw: number
  /** Null when the visitor names no user agent. */
  readonly agent: Agent | null
  readonly place: Place
  /** The place's city in folded form. */
  readonly city: string | null
  /** The language liked best, in lower case. */
  readonly language: string | null
  readonly query: QueryParameters
  readonly referrerHost: string | null
  readonly address: Address | null
}
