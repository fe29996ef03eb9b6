import type { Instant } from '@shortlink/core'
import { StatementTooLong } from '@shortlink/core/adapter'
import { sql } from 'kysely'
import { isLockTimeout } from '../connection/connect.ts'
import { firstIdOf } from './months.ts'
import { type AnySchema, type HitPartition, hitPartitions, REMOVED } from './partitions.ts'

/** Rows read in a step, which takes some milliseconds. */
const ROWS_PER_STEP = 10_000

/**
 * Removes the months whose visits are all before the instant, whole, without blocking others. Each step yields its number of removed visits.
 * It leaves months with other visits, and with visits of deleted links, which the removal of these links needs. It ends early when others
 * read visits for too long; the next call goes on.
 * @param end ids from it on are not looked at
 */
export async function* dropMonths(db: AnySchema, before: Instant, end: bigint): AsyncGenerator<number, void> {
  if (!(await unlessBusy(() => finishRemovals(db)))) return
  for (const partition of await hitPartitions(db)) {
    if (partition.state !== 'attached' || firstIdOf(partition.end) > end) continue
    const visits = yield* countIfAllBefore(db, partition.name, before)
    if (visits === undefined) continue
    if (!(await unlessBusy(() => remove(db, partition)))) return
    yield visits
  }
}

/** Completes what a killed or an impatient process began. */
async function finishRemovals(db: AnySchema): Promise<void> {
  for (const { name, state, isRemoved } of await hitPartitions(db)) {
    if (!isRemoved || state === 'attached') continue
    if (state === 'detaching') await sql`alter table hits detach partition ${sql.table(name)} finalize`.execute(db)
    await drop(db, name)
  }
}

async function remove(db: AnySchema, { name }: HitPartition): Promise<void> {
  await sql`comment on table ${sql.table(name)} is ${sql.lit(REMOVED)}`.execute(db)
  // Waits for all who read visits, and lets others read and write meanwhile.
  await sql`alter table hits detach partition ${sql.table(name)} concurrently`.execute(db)
  await drop(db, name)
}

const drop = (db: AnySchema, name: string) => sql`drop table ${sql.table(name)}`.execute(db)

/** The number of a month's visits; undefined when one has to stay. */
async function* countIfAllBefore(
  db: AnySchema,
  name: string,
  before: Instant,
): AsyncGenerator<number, number | undefined> {
  let visits = 0
  for (let after = -1n; ; ) {
    const { rows } = await sql<{ last: string | null; read: number; stays: boolean | null }>`
      select cast(max(id) as text) as last, count(*) as read,
        bool_or(at >= ${before} or link_no in (select link_no from deleted_links)) as stays
      from (
        select id, at, link_no from ${sql.table(name)} where id > ${after} order by id limit ${sql.lit(ROWS_PER_STEP)}
      ) as page`.execute(db)
    const [{ last, read, stays } = { last: null, read: 0, stays: false }] = rows
    if (stays === true) return undefined
    visits += Number(read)
    if (last === null || Number(read) < ROWS_PER_STEP) return visits
    after = BigInt(last)
    yield 0
  }
}

/** Returns false if others prevented the work for longer than a statement may take. */
async function unlessBusy(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof StatementTooLong || isLockTimeout(error)) return false
    throw error
  }
}
