import type { Instant } from '../kernel/caller.ts'

/** A period with a constant UTC offset. */
export interface OffsetSpan {
  readonly from: Instant
  /** Exclusive. */
  readonly to: Instant
  /** Added to an instant it gives the local time, as if that were UTC. */
  readonly offsetMs: number
}

/** The rules of time zones. */
export interface TimeZones {
  /** The zone's offsets over a range, in order and without gaps; undefined for a name that is no IANA zone. Names are case-insensitive. */
  offsets(zone: string, from: Instant, to: Instant): readonly OffsetSpan[] | undefined
}
