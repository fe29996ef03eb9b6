import { type Generated, sql } from 'kysely'

/** Sums over visits; people are the hits that are no bots. */
interface SumColumns {
  hits: number
  bots: number
  visitors: number
}

/** State of a day's rollups. */
interface RolledState {
  /**
   * Visits of the day with ids up to this one are in the rollups. 0 if there are none. For an account's day with purged visits it is the
   * highest of all ids: then the rollups are the totals of its links, and unknown facts of links without their own rollups have the value ''.
   */
  through: bigint
  /** See `MADE_FROM`. */
  made_from: number
  /** Increases with each change; a change requires the version that was read. */
  version: number
}

/** The source of a day's rollups. */
export const MADE_FROM = {
  /** Visits as they came; the day may not be over. */
  GROWING: 0,
  /** All visits of the day, so that the values are those with the most visits. With `through` 0, queries read the day by visit. */
  WHOLE: 1,
} as const

/** Condition on an account's day without a parameter: its index is used if a statement has the same text. */
export const IS_MADE_OF_VISITS = sql<boolean>`through < 9223372036854775807`

/** A day of a link with visits summed in `hit_rolls` up to one id; with the totals of all of them. */
export interface RolledDaysTable extends SumColumns, RolledState {
  link_no: number
  /** Days since 1970-01-01 UTC. */
  day: number
}

/**
 * The visits of a day by the values of a dimension, with at most 200 values; only `rolled_days` includes visits with others, and with
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
 * The same for all links of an account together, with all dimensions, and with all values of LINK and COUNTRY. The links are those in
 * `links`, and those in `deleted_links` with a `subtracted_day` below the day: for these the rollups still contain the visits up to `through`.
 * The rollups lack visits of days in `late_days` of any of these links. A row with `through` 0 has no rollups.
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

/** Days with visits stored so late that the rollups may lack them. */
export interface LateDaysTable {
  link_no: number
  day: number
  /** Number of batches with such visits: each adds one, so that none is missed while the day's rollups are recomputed. */
  marks: Generated<number>
}

/** Progress of the rollups, by the name of the work. */
export interface RollProgressTable {
  name: string
  value: string
}
