import type { FactDimension } from '@shortlink/core/adapter'

/**
 * Numbers of dimensions in tables of rollups; a released number never changes. `QUARTER` is the quarter of an hour since midnight UTC, 0 to 95, or
 * {@link UNKNOWN_QUARTER}.
 */
export const ROLL_DIMENSIONS = {
  QUARTER: 0,
  LINK: 1,
  COUNTRY: 2,
  CONTINENT: 3,
  REGION: 4,
  CITY: 5,
  BROWSER: 6,
  OS: 7,
  DEVICE: 8,
  LANGUAGE: 9,
  REFERRER: 10,
  RULE: 11,
  DESTINATION: 12,
  UTM_SOURCE: 13,
  UTM_MEDIUM: 14,
  UTM_CAMPAIGN: 15,
  UTM_TERM: 16,
  UTM_CONTENT: 17,
  REF: 18,
} as const satisfies Record<FactDimension | 'QUARTER', number>

/** Maximum number of values per dimension and day. */
export const MAX_VALUES = 200
/** Dimensions with all values in an account's day: one per visited link, and a few countries. */
export const WITH_ALL_VALUES: ReadonlySet<number> = new Set([ROLL_DIMENSIONS.LINK, ROLL_DIMENSIONS.COUNTRY])
/** Longer values have no row: a Postgres index takes 2,704 bytes, and the other columns of the key take some 60. */
export const MAX_VALUE_BYTES = 2_600
/** The quarter of visits on a purged day without rollups by quarter. */
export const UNKNOWN_QUARTER = 96
