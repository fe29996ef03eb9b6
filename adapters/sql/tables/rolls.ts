import { type Generated, sql } from 'kysely'

/** Sums over visits; people are the hits that are no bots. */
interface SumColumns {
  hits: number
  bots: number
  visitors: number
}

/** State of a day's sums. */
interface RolledState {
  /**
   * Visits of the day with ids up to this one are in the sums, others are not. 0 where none is. Of an account's day whose visits are purged it is
   * the highest of all ids: then the sums are those of its links, and what is unknown of links without sums of their own has the value ''.
   */
  through: bigint
  /** See `MADE_FROM`. */
  made_from: number
  /** Grows with each change, which only takes place where it is as it was read. */
  version: number
}

/** Of what a day's sums were made. */
export const MADE_FROM = {
  /** Of visits as they came; the day may not be over. */
  GROWING: 0,
  /** Of all of the day, so that the values are those with the most visits. With `through` 0 the day is left to be read by visit. */
  WHOLE: 1,
} as const

/** Of an account's day, as a condition with no parameter: its index is used where a statement has the same words. */
export const IS_MADE_OF_VISITS = sql<boolean>`through < 9223372036854775807`

/** A day of a link whose visits up to one are summed in `hit_rolls`; the sums over all of them. */
export interface RolledDaysTable extends SumColumns, RolledState {
  link_no: number
  /** Days since 1970-01-01 UTC. */
  day: number
}

/**
 * The visits of a day by the values of a dimension, of which there are at most 200; the visits of others are in `rolled_days` alone, and so are
 * values of more than `MAX_VALUE_BYTES`. LINK, COUNTRY and DEVICE are in `hit_days`, so they are not here. Sums of 0 are possible.
 */
export interface HitRollsTable extends SumColumns {
  link_no: number
  day: number
  /** See `ROLL_DIMENSIONS`. */
  dimension: number
  /** Empty where unknown. LINK is the link's number, which a deleted link keeps here; QUARTER a number, too. */
  value: string
}

/**
 * The same for all links of an account together, with all dimensions, and with all values of LINK and COUNTRY. The links are those in `links`, and those in `deleted_links` whose
 * `subtracted_day` is below the day: of these the sums still have the visits up to `through`. The sums lack visits of days in `late_days` of any
 * of these links. A row with `through` 0 has no sums.
 */
export interface OwnerRolledDaysTable extends SumColumns, RolledState {
  owner: string
  day: number
}

export interface OwnerRollsTable extends SumColumns {
  owner: string
  day: number
  dimension: number
  value: string
}

/** Days for which visits were stored so late that the sums may lack them. */
export interface LateDaysTable {
  link_no: number
  day: number
  /** How many batches had such visits: each adds one, so that none is overlooked that comes while the day's sums are made anew. */
  marks: Generated<number>
}

/** How far the sums are made, and who makes them, by name. */
export interface RollProgressTable {
  name: string
  value: string
}
