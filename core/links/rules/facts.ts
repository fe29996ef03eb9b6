import type { Agent, Place } from '../../hits/hit.ts'
import type { Instant } from '../../kernel/caller.ts'
import type { Address } from '../../kernel/ip-address.ts'
import type { QueryParameters } from './query-parameters.ts'

/** Facts of a visit that conditions test; null means unknown. Members may be computed on first access. */
export interface Facts {
  readonly now: Instant
  /** The link's hit count before this visit. */
  readonly visits: number
  /** 0 to 99, constant per visitor and link; see {@link bucketOf}. */
  readonly bucket: number
  /** Null without a User-Agent header. */
  readonly agent: Agent | null
  readonly place: Place
  /** The city, folded by `foldName`. */
  readonly city: string | null
  /** The preferred language tag, in lower case. */
  readonly language: string | null
  readonly query: QueryParameters
  readonly referrerHost: string | null
  readonly address: Address | null
}
