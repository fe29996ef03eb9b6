import { DAY_MS, firstHitIdAt } from '@shortlink/core/adapter'
import { type RawBuilder, sql } from 'kysely'

/** Visits with ids above `after` and up to `through`. */
export interface IdRange {
  readonly after: bigint
  readonly through: bigint
}

/** Maximum difference between the time in an id and its visit's time, unless a clock was set. */
const SLACK_MS = 60 * 60_000
export const MAX_ID = 2n ** 63n - 1n

/** The ids that the visits of a day have up to one of them, as far as ids follow the clock. */
export function idsOf(day: number, through: bigint): IdRange {
  const end = firstHitIdAt((day + 1) * DAY_MS + SLACK_MS)
  return { after: firstHitIdAt(day * DAY_MS - SLACK_MS) - 1n, through: end < through ? end : through }
}

/**
 * Whether a visit belongs to the link and its id is in the range. With the range of both columns Postgres uses the index over them; SQLite,
 * where the second is the row number, needs each separately, or it reads all visits of the link.
 */
export const isOfLink = (link: number, range: IdRange) => isOf(sql`${BigInt(link)}`, range)

/** The same condition for a link number given as an expression. */
export const isOf = (link: RawBuilder<unknown>, { after, through }: IdRange) => sql<boolean>`
  link_no = ${link} and id > ${after} and id <= ${through}
  and (link_no, id) > (${link}, ${after}) and (link_no, id) <= (${link}, ${through})`
