import { DAY_MS } from '@shortlink/core/adapter'
import type { OffsetSpan } from '@shortlink/core/ports'
import { type RawBuilder, sql } from 'kysely'

/** Days since the Monday before 1970. */
const THURSDAY = 3

/** An instant as local time, as if that were UTC. */
export function localTime(at: RawBuilder<number>, offsets: readonly OffsetSpan[]): RawBuilder<number> {
  const last = sql.lit(offsets.at(-1)?.offsetMs ?? 0)
  const cases = offsets
    .slice(0, -1)
    .map(({ to, offsetMs }) => sql`when ${at} < ${sql.lit(to)} then ${sql.lit(offsetMs)}`)
  return cases.length === 0 ? sql`(${at} + ${last})` : sql`(${at} + case ${sql.join(cases, sql` `)} else ${last} end)`
}

/** Milliseconds since the Monday before a local time. */
export const sinceMonday = (local: RawBuilder<number>) =>
  sql<number>`(${local} + ${sql.lit(THURSDAY * DAY_MS)}) % ${sql.lit(7 * DAY_MS)}`
