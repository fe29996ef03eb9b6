import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../schema.ts'
import { MADE_FROM } from '../../tables/rolls.ts'
import type { Roller } from '../rolled-day/roll-parts.ts'
import type { DayKey } from '../rolled-day/rolled-day.ts'
import { removeRollsOfGone } from './remove-rolls.ts'
import { type RollClock, rollDays } from './roll-days.ts'

const DAYS_PER_STEP = 100

/** Completes the rollups of days that are over. */
export async function* rollOver(parts: Roller, clock: RollClock): AsyncGenerator<void, void> {
  yield* removeRollsOfGone(parts.db)
  for (const isOfLinks of [true, false]) {
    let after: DayKey | undefined = { of: isOfLinks ? 0 : '', day: -1 }
    while (after !== undefined) {
      const days: readonly DayKey[] = await openDays(parts.db.read, after, clock.today)
      yield* rollDays(parts, clock, days)
      after = days.at(-1)
      yield
    }
  }
}

async function openDays(db: Kysely<Schema>, { of, day }: DayKey, today: number): Promise<readonly DayKey[]> {
  const [table, key] = typeof of === 'number' ? ['rolled_days', 'link_no'] : ['owner_rolled_days', 'owner']
  const column = sql.ref(key)
  const { rows } = await sql<DayKey>`
    select ${column} as of, day from ${sql.table(table)}
    where made_from = ${sql.lit(MADE_FROM.GROWING)} and day < ${today} and (day, ${column}) > (${day}, ${of})
    order by day, ${column} limit ${sql.lit(DAYS_PER_STEP)}`.execute(db)
  return rows
}
