import { randomInt } from 'node:crypto'
import type { Link } from '@shortlink/core'
import type { VisitLease, VisitLimits } from '@shortlink/core/ports'
import { type Kysely, sql } from 'kysely'
import { retrying } from '../kit/retrying.ts'
import type { RowLocks } from '../kit/row-locks.ts'
import type { Database, Schema } from '../schema.ts'

/** The fraction of the remaining visits that one lease takes. */
const SHARE = 64
/** Number of links per statement that writes their rows. */
const BATCH_SIZE = 200

const newGeneration = () => randomInt(2 ** 47)
const numberOf = (id: string) => sql<number>`(select no from links where id = ${id})`

/** {@link VisitLimits} over either database. */
export const sqlVisitLimits = (
  { lookup, write }: Database,
  locks: RowLocks,
  isCollision: (error: unknown) => boolean,
): VisitLimits => ({
  async take(link, most) {
    const visits = sql<number>`case
      when remaining / ${sql.lit(SHARE)} >= ${most} then ${most}
      when remaining < ${sql.lit(SHARE)} then 1
      else remaining / ${sql.lit(SHARE)} end`
    const { rows } = await sql<{ generation: number; leased: number }>`
      update link_visits set remaining = remaining - (${visits}), leased = ${visits}
      where link_no = ${numberOf(link)} and remaining > 0
      returning generation, leased`.execute(write)
    const [row] = rows
    return row && { link, generation: row.generation, visits: row.leased }
  },

  async left(link) {
    const { rows } = await sql<{ remaining: number }>`
      select remaining from link_visits where link_no = ${numberOf(link)}`.execute(lookup)
    return Math.max(0, rows[0]?.remaining ?? 0)
  },

  async giveBack(leases) {
    for (const some of batches(summed(leases))) await retrying(() => giveBack(write, locks, some), isCollision)
  },
})

/** One lease for each limit: a statement changes a row once. */
function summed(leases: readonly VisitLease[]): VisitLease[] {
  const sums = new Map<string, VisitLease>()
  for (const lease of leases) {
    const key = `${lease.link} ${lease.generation}`
    sums.set(key, { ...lease, visits: lease.visits + (sums.get(key)?.visits ?? 0) })
  }
  return [...sums.values()]
}

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += BATCH_SIZE) yield items.slice(from, from + BATCH_SIZE)
}

/** Locks the rows in one order, so that concurrent servers do not deadlock. */
async function giveBack(db: Kysely<Schema>, { change }: RowLocks, leases: readonly VisitLease[]) {
  const given = leases.map(
    ({ link, generation, visits }) =>
      sql`(${numberOf(link)}, cast(${generation} as bigint), cast(${visits} as integer))`,
  )
  await sql`
    with given (link_no, generation, visits) as (values ${sql.join(given)}),
    locked as (
      select link_no, generation from link_visits
      where link_no in (select link_no from given)
      order by link_no ${change})
    update link_visits set remaining = remaining + given.visits
    from given join locked on locked.link_no = given.link_no and locked.generation = given.generation
    where link_visits.link_no = given.link_no`.execute(db)
}

/** Sets the limits of links just inserted. Skips other links in the list, and links without a limit. */
export async function insertVisitLimits(db: Kysely<Schema>, links: readonly Link[]): Promise<void> {
  for (const some of batches(links.filter(({ maxVisits }) => maxVisits !== null))) {
    const limits = some.map(
      ({ id, maxVisits, visitsLeft }) =>
        sql`(${id}, cast(${visitsLeft ?? maxVisits} as bigint), cast(${newGeneration()} as bigint))`,
    )
    await sql`
      with limits (id, remaining, generation) as (values ${sql.join(limits)})
      insert into link_visits (link_no, remaining, generation, leased)
      select links.no, limits.remaining, limits.generation, 0
      from limits join links on links.id = limits.id`.execute(db)
  }
}

/**
 * Changes the limit of the link with the number, in the transaction that changes the link. Returns the remaining visits: after a change of
 * a limit, used visits still count, and a new limit starts full.
 */
export async function changeVisitLimit(
  db: Kysely<Schema>,
  link_no: number,
  before: number | null,
  after: number | null,
): Promise<number | null> {
  if (after === null) {
    await db.deleteFrom('link_visits').where('link_no', '=', link_no).execute()
    return null
  }
  if (before === null) {
    const limit = { link_no, remaining: after, generation: newGeneration(), leased: 0 }
    await db.insertInto('link_visits').values(limit).execute()
    return after
  }
  const moved = await db
    .updateTable('link_visits')
    .set((of) => ({ remaining: of('remaining', '+', after - before) }))
    .where('link_no', '=', link_no)
    .returning('remaining')
    .executeTakeFirst()
  return Math.max(0, moved?.remaining ?? 0)
}
