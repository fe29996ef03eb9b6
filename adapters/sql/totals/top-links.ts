import { type Kysely, sql } from 'kysely'
import { filledUp } from '../kit/filled-up.ts'
import type { RowLocks } from '../kit/row-locks.ts'
import { inTransaction } from '../kit/transaction.ts'
import { hitCount } from '../rows/computed-columns.ts'
import type { Database, Schema } from '../schema.ts'

/** Number of links in a new list of the most visited ones: nearly all of them can be deleted before it must be rebuilt. */
export const NEW_LIST_SIZE = 200
/** A list grows as links pass its floor. When it has more than this, the floor is raised. */
const MAX_LISTED = 2_000
/** Number of listed links to check per step, which takes some milliseconds. */
const LINKS_PER_STEP = 512

/** A place in the order of an account's most visited links. */
export interface Floor {
  readonly hit_count: number
  readonly created_at: number
  readonly id: string
}

/** An account's floor as its columns in `kept_totals`. */
export const floorColumns = ({ hit_count, created_at, id }: Floor) => ({
  floor_hits: hit_count,
  floor_created_at: created_at,
  floor_id: id,
})

/** Links in the order of their hits. */
export const mostVisited = (db: Pick<Database, 'read'>, take: number) =>
  db.read
    .selectFrom('links')
    .select(hitCount)
    .orderBy('hit_count', 'desc')
    .orderBy('links.created_at')
    .orderBy('links.id')
    .limit(take)

/**
 * The same for the listed links of an account. Omits their owner, since a planner may start with the owner's index and read all its links.
 */
export const mostVisitedListed = (db: Database, owner: string, take: number) =>
  mostVisited(db, take).innerJoin('top_links', 'top_links.link_no', 'links.no').where('top_links.owner', '=', owner)

/** Whether a row with `hit_count`, `created_at` and `id` is at the floor or above. */
export const isAtFloor = ({ hit_count, created_at, id }: Floor) =>
  sql<boolean>`(hit_count > ${hit_count} or (hit_count = ${hit_count} and (created_at, id) <= (${created_at}, ${id})))`

/**
 * Shortens the lists that have grown too long, in steps. All links above the old floor are listed, so all above a higher one are, and the
 * list stays usable all the time.
 */
export async function* shortenLists(db: Database, locks: RowLocks): AsyncGenerator<void, void> {
  const tooLong = await db.read
    .selectFrom('kept_totals')
    .select('owner')
    .where(
      (of) =>
        of
          .selectFrom('top_links')
          .whereRef('top_links.owner', '=', 'kept_totals.owner')
          .select(of.fn.countAll().as('n')),
      '>',
      MAX_LISTED,
    )
    .execute()
  for (const { owner } of tooLong) {
    await raiseFloor(db, owner)
    let page = await listedAfter(db, owner, 0)
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      const listed = page
      await inTransaction(db, (db) => removeBelowFloor(db, locks, owner, listed))
      yield
      page = await listedAfter(db, owner, last)
    }
  }
}

/** Makes the last link of a new list the floor, unless the floor is above it. */
async function raiseFloor(db: Database, owner: string) {
  const floor = await mostVisitedListed(db, owner, 1)
    .select(['links.created_at', 'links.id'])
    .offset(NEW_LIST_SIZE - 1)
    .executeTakeFirst()
  if (floor === undefined) return
  const { hit_count, created_at, id } = floor
  await db.write
    .updateTable('kept_totals')
    .set(floorColumns(floor))
    .where('owner', '=', owner)
    .where(
      sql<boolean>`(floor_hits < ${hit_count}
        or (floor_hits = ${hit_count} and (floor_created_at, floor_id) > (${created_at}, ${id})))`,
    )
    .execute()
}

async function listedAfter({ read }: Database, owner: string, after: number): Promise<readonly number[]> {
  const rows = await read
    .selectFrom('top_links')
    .where('owner', '=', owner)
    .where('link_no', '>', after)
    .orderBy('link_no')
    .limit(LINKS_PER_STEP)
    .select('link_no')
    .execute()
  return rows.map(({ link_no }) => link_no)
}

/**
 * Removes the links below the floor from the list. It locks the floor, which another server may be lowering, and the links: while a visit
 * is stored, its link may be about to pass the floor as a listed one. Such links stay for now.
 */
async function removeBelowFloor(db: Kysely<Schema>, locks: RowLocks, owner: string, page: readonly number[]) {
  const floor = await db
    .selectFrom('kept_totals')
    .where('owner', '=', owner)
    .select(['floor_hits as hit_count', 'floor_created_at as created_at', 'floor_id as id'])
    .modifyEnd(locks.change)
    .executeTakeFirst()
  if (floor === undefined) return
  const free = await db
    .selectFrom('links')
    .where('no', 'in', filledUp(page))
    .select('no')
    .modifyEnd(locks.changeFree)
    .execute()
  if (free.length === 0) return
  const keys = filledUp(free.map(({ no }) => no))
  const counted = db.selectFrom('links').where('no', 'in', keys).select(['no', 'created_at', 'links.id', hitCount])
  // A separate statement, so that it sees all visits that were stored before the lock.
  await db
    .deleteFrom('top_links')
    .where('owner', '=', owner)
    .where('link_no', 'in', (of) =>
      of
        .selectFrom(counted.as('counted'))
        .where((of) => of.not(isAtFloor(floor)))
        .select('counted.no'),
    )
    .execute()
}
