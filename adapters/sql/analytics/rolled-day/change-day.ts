import type { Sums } from '@shortlink/core/ports'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../schema.ts'
import { type DayKey, givenRows, isDay, isValueOfDay, keyOf, type RolledDay, tablesOf } from './rolled-day.ts'
import type { ValueRow } from './rows-to-add.ts'

const ROWS_PER_STATEMENT = 2_000

export interface DayChange {
  /** The state that was read; the day changes only if it is still current. */
  readonly seen: RolledDay | undefined
  /** Whether to replace the stored rollups or add to them. */
  readonly replaces: boolean
  readonly total: Sums
  readonly rows: readonly ValueRow[]
  readonly through: bigint
  readonly madeFrom: number
}

/** Changes a day in the transaction. Returns false, without a change, if it was changed since it was read. */
export async function changeDay(db: Kysely<Schema>, key: DayKey, change: DayChange): Promise<boolean> {
  if (!(await changeHead(db, key, change))) return false
  const { values } = tablesOf(key)
  if (change.replaces && change.seen !== undefined)
    await sql`delete from ${sql.table(values)} where ${isValueOfDay(key)}`.execute(db)
  for (let from = 0; from < change.rows.length; from += ROWS_PER_STATEMENT)
    await addRows(db, key, change.rows.slice(from, from + ROWS_PER_STATEMENT))
  return true
}

async function addRows(db: Kysely<Schema>, key: DayKey, rows: readonly ValueRow[]): Promise<void> {
  const { values, key: column } = tablesOf(key)
  const own = sql.table(values)
  await sql`
    insert into ${own} (${sql.ref(column)}, dimension, day, value, hits, bots, visitors)
    select ${keyOf(key)}, cast(value ->> 0 as integer), cast(${key.day} as integer), value ->> 1,
      cast(value ->> 2 as bigint), cast(value ->> 3 as bigint), cast(value ->> 4 as bigint)
    from ${givenRows(rows)} where true
    on conflict (${sql.ref(column)}, dimension, day, value) do update set
      hits = ${own}.hits + excluded.hits, bots = ${own}.bots + excluded.bots, visitors = ${own}.visitors + excluded.visitors`.execute(
    db,
  )
}

async function changeHead(db: Kysely<Schema>, key: DayKey, change: DayChange): Promise<boolean> {
  const { seen, replaces, total, through, madeFrom } = change
  const { days, key: column } = tablesOf(key)
  if (seen === undefined) {
    const { numAffectedRows } = await sql`
      insert into ${sql.table(days)} (${sql.ref(column)}, day, through, made_from, version, hits, bots, visitors)
      values (${keyOf(key)}, ${key.day}, ${through}, ${madeFrom}, 1, ${total.hits}, ${total.bots}, ${total.visitors})
      on conflict do nothing`.execute(db)
    return numAffectedRows === 1n
  }
  const sum = (name: keyof Sums) => (replaces ? sql`${total[name]}` : sql`${sql.ref(name)} + ${total[name]}`)
  const { numAffectedRows } = await sql`
    update ${sql.table(days)} set through = ${through}, made_from = ${madeFrom}, version = version + 1,
      hits = ${sum('hits')}, bots = ${sum('bots')}, visitors = ${sum('visitors')}
    where ${isDay(key)} and version = ${seen.version}`.execute(db)
  return numAffectedRows === 1n
}
