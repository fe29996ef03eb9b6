import { DAY_MS } from '@shortlink/core/adapter'
import type { SumQuestion } from '@shortlink/core/ports'
import { type RawBuilder, sql } from 'kysely'
import type { Days } from './days.ts'
import { type SumsQuery, total } from './sums.ts'

const NONE = sql`null`
/** Contents of day sums in addition to the totals. */
const VALUES = {
  COUNTRY: sql`nullif(country, '')`,
  DEVICE: sql`nullif(device, '')`,
  LINK: sql`selected.id`,
} as const

export const isInDaySums = (by: SumQuestion['by']): by is 'TOTAL' | 'DAY' | keyof typeof VALUES =>
  by === 'TOTAL' || by === 'DAY' || by in VALUES

/** Sums of whole UTC days, which the store keeps with every visit. */
export function daySums(by: 'TOTAL' | 'DAY' | keyof typeof VALUES, { from, to }: Days): SumsQuery {
  const at: RawBuilder<unknown> = by === 'DAY' ? sql`cast(day as bigint) * ${sql.lit(DAY_MS)}` : sql`0`
  const value = by === 'TOTAL' || by === 'DAY' ? NONE : VALUES[by]
  return sql`
    select ${at} as at, ${value} as value, ${total(sql`count`)} as hits,
      ${total(sql`case when device = 'bot' then count else 0 end`)} as bots, ${total(sql`visitors`)} as visitors
    from selected cross join hit_days
    where hit_days.link_no = selected.no and day >= ${sql.lit(from)} and day < ${sql.lit(to)}
    group by 1, 2`
}
