import type { Instant } from '@shortlink/core'
import { firstHitIdAt, KEPT_FROM } from '@shortlink/core/adapter'
import { sql } from 'kysely'
import { rollAccountsBeforePurge, rollBeforePurge } from '../analytics/rollups/roll-purged.ts'
import type { RowLocks } from '../kit/row-locks.ts'
import { StepSize } from '../kit/step-size.ts'
import type { Database } from '../schema.ts'
import type { HitMonths } from './hit-months.ts'

/**
 * How much later than the visit its id may have been created. After a clock was set back it may be more: such visits are purged a day
 * later.
 */
const SLACK_MS = 60_000

/**
 * Removes the visits before the instant in the order of their ids. `hits` has no index by time, which would make every visit more
 * expensive; ids contain their creation time, and the time of the visit decides. For days with many visits it stores their rollups first.
 * Whole months go at once where they have tables.
 */
export async function* purgeHits(
  db: Database,
  locks: RowLocks,
  before: Instant,
  months: HitMonths | undefined,
): AsyncGenerator<number, void> {
  const end = firstHitIdAt(before + SLACK_MS)
  if (!(await isAnyBefore(db, end, before))) {
    // Completes an earlier removal, and removes months without visits.
    if (months !== undefined) yield* months.drop(before, end)
    return
  }
  for await (const _ of rollBeforePurge({ db, locks }, before)) yield 0
  await raiseKeptFrom(db, before)
  for await (const _ of rollAccountsBeforePurge({ db, locks }, before)) yield 0
  if (months !== undefined) yield* months.drop(before, end)
  yield* removeBefore(db, locks, { end, before })
}

async function isAnyBefore({ read }: Database, end: bigint, before: Instant): Promise<boolean> {
  const hit = read.selectFrom('hits').where('id', '<', end).where('at', '<', before).orderBy('id').limit(1)
  return (await hit.select('at').executeTakeFirst()) !== undefined
}

/** Committed before the first visit is purged, so that no reader mistakes the remaining visits of these days for all of them. */
async function raiseKeptFrom({ write }: Database, before: Instant) {
  await sql`
    insert into instance (name, value) values (${KEPT_FROM}, ${`${before}`})
    on conflict (name) do update set value = excluded.value
    where cast(instance.value as bigint) < cast(excluded.value as bigint)`.execute(write)
}

/** Steps ascend, since Postgres would pass over the rows removed before. */
async function* removeBefore(
  db: Database,
  { lazily }: RowLocks,
  { end, before }: { end: bigint; before: Instant },
): AsyncGenerator<number, void> {
  const size = new StepSize()
  for (let after = -1n; after < end; ) {
    const take = size.rows
    const last = (await lastOfStep(db, { after, end, take })) ?? end
    const from = after
    yield await size.measured(take, async () => {
      const { numAffectedRows = 0n } = await sql`
        delete from hits
        where id > ${from} and id <= ${last} and at < ${before} and ${lazily}
          and link_no not in (select link_no from deleted_links)`.execute(db.write)
      return Number(numAffectedRows)
    })
    after = last
  }
}

/** The id of the last row of a step; undefined when there are fewer rows. */
async function lastOfStep(
  { read }: Database,
  { after, end, take }: { after: bigint; end: bigint; take: number },
): Promise<bigint | undefined> {
  const { rows } = await sql<{ last: string }>`
    select cast(id as text) as last from hits
    where id > ${after} and id <= ${end} order by id limit 1 offset ${take - 1}`.execute(read)
  return rows[0] && BigInt(rows[0].last)
}
