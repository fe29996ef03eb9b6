import { type Kysely, sql } from 'kysely'
import { filledUp } from '../../kit/filled-up.ts'
import type { RowLocks } from '../../kit/row-locks.ts'
import { inTransaction } from '../../kit/transaction.ts'
import { ALL_DAYS } from '../../rows/sums-triggers.ts'
import type { Database, Schema } from '../../schema.ts'
import { changeDay, type DayChange } from './change-day.ts'
import { changeWithout, type SeenDay } from './day-without-links.ts'
import type { DayKey } from './rolled-day.ts'

/** Visits that a step subtracts, about. */
const VISITS_PER_STEP = 4_000
/** Rows that a step changes, about: other writers wait for it. */
const ROWS_PER_STEP = 4_000
/** Links times days that a step looks at. */
const LOOKUPS_PER_STEP = 8_192
/** Maximum number of attempts in a row for a step with concurrently changed days; after that the next run continues. */
const MAX_ATTEMPTS = 4

/** Deleted links of one account that have been subtracted up to the same day. */
interface DeletedLinks {
  readonly owner: string
  readonly links: readonly number[]
  readonly subtracted: number
}

/** Subtracts the visits of deleted links from the rollups of their accounts, in steps per account. */
export async function* subtractLinks(db: Database, locks: RowLocks, links: readonly number[]): AsyncGenerator<number> {
  await finishMany(db, locks, links)
  const { rows } = await sql<{ link: number; owner: string; subtracted: number }>`
    select link_no as link, owner, subtracted_day as subtracted from deleted_links
    where link_no in (${sql.join(filledUp(links))}) and ${isUnfinished} order by link_no`.execute(db.read)
  const groups = Map.groupBy(rows, ({ owner, subtracted }) => `${subtracted} ${owner}`)
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue
    const { owner, subtracted } = first
    yield* subtractGroup(db, locks, { owner, subtracted, links: [first, ...others].map(({ link }) => link) })
  }
}

/** Whether rollups may have visits of the deleted link. */
const isUnfinished = sql<boolean>`(owner is not null and subtracted_day < ${sql.lit(ALL_DAYS)})`

/** Whether no rollups have visits of the deleted link, so that its visits may be removed. */
export const isSubtracted = sql<boolean>`(owner is null or subtracted_day = ${sql.lit(ALL_DAYS)})`

/** Rollups of a deleted account are removed as a whole. */
const hasSums = sql<boolean>`(
  exists (select 1 from users where users.id = deleted_links.owner)
  and exists (
    select 1 from owner_rolled_days
    join hit_days on hit_days.link_no = deleted_links.link_no and hit_days.day = owner_rolled_days.day
    where owner_rolled_days.owner = deleted_links.owner and owner_rolled_days.day > deleted_links.subtracted_day
      and hit_days.day > deleted_links.subtracted_day
  ))`

/**
 * Marks the links that no rollups contain. It locks them before the check: otherwise another process could create rollups of links that are still
 * to be subtracted.
 */
async function finishMany(db: Database, { changeFree, lazily }: RowLocks, links: readonly number[]): Promise<void> {
  await inTransaction(db, async (db) => {
    const own = await db
      .selectFrom('deleted_links')
      .where('link_no', 'in', filledUp(links))
      .where(isUnfinished)
      .where(lazily)
      .select('link_no')
      .modifyEnd(changeFree)
      .execute()
    if (own.length === 0) return
    await db
      .updateTable('deleted_links')
      .set({ subtracted_day: ALL_DAYS })
      .where('link_no', 'in', filledUp(own.map(({ link_no }) => link_no)))
      .where(sql<boolean>`not ${hasSums}`)
      .execute()
  })
}

async function* subtractGroup(db: Database, locks: RowLocks, group: DeletedLinks): AsyncGenerator<number> {
  let { subtracted } = group
  for (let attempts = 0; attempts < MAX_ATTEMPTS; ) {
    const rest = { ...group, subtracted }
    const days = await nextDays(db.read, rest)
    if (days.length === 0) return finishMany(db, locks, group.links)
    const changes: [DayKey, DayChange][] = []
    let [last, rows] = [subtracted, 0]
    for (const { day, own, ...seen } of days) {
      if (rows >= ROWS_PER_STEP) break
      last = day
      if (own === 0) continue
      const key = { of: group.owner, day }
      const change = yield* changeWithout(db, group.links, key, seen)
      changes.push([key, change])
      rows += change.rows.length
    }
    const isDone = await changeAll(db, locks, rest, changes, last)
    yield changes.length
    attempts = isDone ? 0 : attempts + 1
    if (isDone) subtracted = last
  }
}

interface SubtractedDay extends SeenDay {
  readonly day: number
  /** Visits of the links. */
  readonly own: number
}

/** The next days of the account, with a limited total number of visits of the links. */
async function nextDays(
  db: Kysely<Schema>,
  { links, owner, subtracted }: DeletedLinks,
): Promise<readonly SubtractedDay[]> {
  const keys = sql.join(filledUp(links))
  const { rows } = await sql<Omit<SubtractedDay, 'through' | 'isLate'> & { through: string; late: number }>`
    select day, cast(through as text) as through, made_from as "madeFrom", version, hits, bots, visitors,
      cast(coalesce((
        select sum(count) from hit_days where link_no in (${keys}) and hit_days.day = summed.day
      ), 0) as bigint) as own,
      (select count(*) from late_days where link_no in (${keys}) and late_days.day = summed.day) as late
    from owner_rolled_days as summed where owner = ${owner} and day > ${subtracted}
    order by day limit ${Math.ceil(LOOKUPS_PER_STEP / links.length)}`.execute(db)
  let visits = 0
  const end = rows.findIndex(({ own }) => {
    visits += own
    return visits > VISITS_PER_STEP && visits > own
  })
  return rows
    .slice(0, end < 0 ? rows.length : end)
    .map(({ late, through, ...day }) => ({ ...day, through: BigInt(through), isLate: late > 0 }))
}

class ChangedByOthers extends Error {}

/** Changes the days, all or none, unless one was changed since it was read or another process subtracts one of the links. */
async function changeAll(
  db: Database,
  { changeFree, lazily }: RowLocks,
  { links, subtracted }: DeletedLinks,
  changes: readonly (readonly [DayKey, DayChange])[],
  lastDay: number,
): Promise<boolean> {
  const work = async (db: Kysely<Schema>) => {
    const own = await db
      .selectFrom('deleted_links')
      .where('link_no', 'in', filledUp(links))
      .where('subtracted_day', '=', subtracted)
      .where(lazily)
      .select('link_no')
      .modifyEnd(changeFree)
      .execute()
    if (own.length < links.length) throw new ChangedByOthers()
    for (const [key, change] of changes) if (!(await changeDay(db, key, change))) throw new ChangedByOthers()
    await db
      .updateTable('deleted_links')
      .set({ subtracted_day: lastDay })
      .where('link_no', 'in', filledUp(links))
      .execute()
    return true
  }
  try {
    return await inTransaction(db, work)
  } catch (error) {
    if (error instanceof ChangedByOthers) return false
    throw error
  }
}
