import { DAY_MS } from '@shortlink/core/adapter'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { NOW } from '../../sql/kit/row-locks.ts'
import { addMonths } from './add-months.ts'
import {
  boundsOf,
  firstIdOf,
  type Month,
  monthAt,
  monthOfId,
  monthsOfName,
  nameOfEarlier,
  startOfMonth,
} from './months.ts'
import type { AnySchema } from './partitions.ts'
import { copyRights } from './rights.ts'

/** Months with a partition after the present one. */
const MONTHS_AHEAD = 2

/** Key of the advisory lock for the steps before the migration. */
const LOCK = 7_365_240_815

/** How long all users of visits may wait for the lock of a step, before it gives way to them and tries again. */
const LOCK_WAIT_MS = 400

/** A bound is replaced when its month starts sooner than this: it would refuse visits if the conversion were not completed. */
const LEAST_TIME_MS = 7 * DAY_MS

interface Conversion {
  readonly isPartitioned: boolean
  readonly now: number
  /** The constraint that bounds the ids of the table, whose name is the one of the table later. */
  readonly bound: { readonly name: string; readonly end: Month; readonly isValid: boolean } | undefined
}

/** Undefined without a table. */
async function readConversion(db: AnySchema): Promise<Conversion | undefined> {
  const { rows } = await sql<{ kind: string; now: number; name: string | null; valid: boolean | null }>`
    select relkind as kind, ${NOW} as now, conname as name, convalidated as valid
    from pg_class left join pg_constraint on conrelid = pg_class.oid and contype = 'c' and starts_with(conname, 'hits_before_')
    where pg_class.oid = to_regclass('hits')`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const end = row.name === null ? undefined : monthsOfName(row.name)?.end
  const bound =
    row.name === null || end === undefined ? undefined : { name: row.name, end, isValid: row.valid === true }
  return { isPartitioned: row.kind === 'p', now: Number(row.now), bound }
}

/**
 * Takes the steps before the partitions that would take too long under a lock: it bounds the ids of the table, then has Postgres check the
 * rows while others read and write. Each is a transaction, so a start that was killed continues with the next one. Returns false while
 * another server takes a step. Throws a lock timeout while others use the table for too long; then try again.
 * @param statementMs time limit for the check
 */
export async function prepareConversion(db: AnySchema, statementMs: number): Promise<boolean> {
  for (;;) {
    const outcome = await db.transaction().execute((transaction) => takeStep(transaction, statementMs))
    if (outcome !== 'more') return outcome === 'done'
  }
}

async function takeStep(db: AnySchema, statementMs: number): Promise<'more' | 'done' | 'taken'> {
  const found = await readConversion(db)
  if (found === undefined || found.isPartitioned || isReady(found)) return 'done'
  if (!(await tryLock(db, statementMs))) return 'taken'
  const { now, bound } = (await readConversion(db)) ?? found
  if (bound === undefined) {
    // Also after the visits of a clock that is ahead.
    const end = Math.max(monthAt(now) + MONTHS_AHEAD, await monthAfterLast(db))
    await lockHits(db)
    const check = sql`check (id < ${sql.lit(firstIdOf(end))}) not valid`
    await sql`alter table hits add constraint ${sql.ref(nameOfEarlier(end))} ${check}`.execute(db)
  } else if (isTooSoon(bound.end, now)) {
    await lockHits(db)
    await sql`alter table hits drop constraint ${sql.ref(bound.name)}`.execute(db)
  } else if (!bound.isValid) {
    await sql`alter table hits validate constraint ${sql.ref(bound.name)}`.execute(db)
  }
  return 'more'
}

const isTooSoon = (end: Month, now: number) => startOfMonth(end) < now + LEAST_TIME_MS
const isReady = ({ bound, now }: Conversion) => bound?.isValid === true && !isTooSoon(bound.end, now)

/** A server of the previous version must not wait for these steps, so the key is not the one of migrations. */
async function tryLock(db: AnySchema, statementMs: number): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as held,
      -- A pooler may drop the limit that the connection asked for.
      set_config('statement_timeout', ${String(statementMs)}, true)`.execute(db)
  return rows[0]?.held ?? false
}

/** The first month without visits, not even of a clock that is ahead. */
async function monthAfterLast(db: AnySchema): Promise<Month> {
  const { rows } = await sql<{ last: string | null }>`select cast(max(id) as text) as last from hits`.execute(db)
  const last = rows[0]?.last ?? null
  return last === null ? 0 : monthOfId(last) + 1
}

/** Locks the table for all others until the transaction ends. */
async function lockHits(transaction: AnySchema) {
  const { rows } = await sql<{ before: string }>`select current_setting('lock_timeout') as before`.execute(transaction)
  // First those out who read and write nothing, such as a vacuum, which gives way after a second. Others continue meanwhile.
  await sql`lock table hits in share update exclusive mode`.execute(transaction)
  await setLockTimeout(transaction, String(LOCK_WAIT_MS))
  await sql`lock table hits in access exclusive mode`.execute(transaction)
  await setLockTimeout(transaction, rows[0]?.before ?? '0')
}

const setLockTimeout = (transaction: AnySchema, time: string) =>
  sql`select set_config('lock_timeout', ${time}, true)`.execute(transaction)

/**
 * The migration that partitions `hits` by month. It moves no row: the table becomes the partition of all months up to its bound. A table
 * without one is new, so the months from the present one on get partitions.
 */
export const hitMonths: Migration = {
  async up(db: AnySchema) {
    await lockHits(db)
    const found = await readConversion(db)
    if (found === undefined || found.isPartitioned) return
    const end = found.bound?.end ?? Math.max(monthAt(found.now), await monthAfterLast(db))
    const earlier = nameOfEarlier(end)
    const table = sql.table(earlier)
    await sql`alter table hits rename to ${sql.ref(earlier)}`.execute(db)
    await sql`alter table ${table} rename constraint hits_pkey to ${sql.ref(`${earlier}_pkey`)}`.execute(db)
    await sql`alter index hits_by_link rename to ${sql.ref(`${earlier}_by_link`)}`.execute(db)
    await sql`create table hits (like ${table} including defaults including storage) partition by range (id)`.execute(
      db,
    )
    await sql`alter table hits add primary key (id)`.execute(db)
    await sql`create index hits_by_link on hits (link_no, id)`.execute(db)
    await sql`alter table hits attach partition ${table} ${boundsOf({ from: null, end })}`.execute(db)
    if (found.bound !== undefined)
      await sql`alter table ${table} drop constraint ${sql.ref(found.bound.name)}`.execute(db)
    await copyRights(db, earlier, 'hits')
    await addMonths(db, monthsAhead(found.now))
  },
}

/** The present month and those after it that have partitions ahead. */
export const monthsAhead = (now: number): readonly Month[] =>
  Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => monthAt(now) + ahead)
