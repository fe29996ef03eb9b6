import { type Kysely, sql } from 'kysely'
import { isSubtracted, subtractLinks } from '../analytics/rolled-day/subtract-links.ts'
import { removeRolls } from '../analytics/rollups/remove-rolls.ts'
import { filledUp } from '../kit/filled-up.ts'
import type { RowLocks } from '../kit/row-locks.ts'
import type { StepSize } from '../kit/step-size.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Database, Schema } from '../schema.ts'
import { visitorDays } from './visitor-days.ts'

/**
 * Tables that have several rows for a link, each with a column that puts them in order. An index has that order for hits and days. A link
 * has few destinations compared with its hits, so Postgres sorts them for each step.
 */
const ROWS = [
  { table: 'hits', column: 'id' },
  { table: 'hit_days', column: 'day' },
  { table: 'hit_destinations', column: 'no' },
] as const

/** Deleted links read at a time, and removed together at most. */
const PAGE_SIZE = 512

/** Rows of links in one order: rows of a table, or of one day in `hit_visitors`, because its key starts with the day. */
interface Part {
  readonly table: string
  readonly column: string
  readonly day?: number
}

const partsWith = (days: readonly number[]): readonly Part[] => [
  ...ROWS,
  ...days.map((day) => ({ table: 'hit_visitors', column: 'visitor', day })),
]

interface DeletedLink {
  readonly key: number
  readonly hits: number
}

/** Removes the rows of deleted links, once no rollups contain their visits: many small links in one step, a large one in several. */
export async function* removeLinkRows(db: Database, locks: RowLocks, size: StepSize): AsyncGenerator<number, void> {
  let after = 0
  for (;;) {
    const keys = await deletedLinks(db, after)
    const last = keys.at(-1)
    if (last === undefined) return
    after = last
    yield* subtractLinks(db, locks, keys)
    yield* removeRolls(db, locks, keys)
    const page = await subtractedLinks(db, keys)
    // Deleted links get no new ones.
    const days = await visitorDays(db.read)
    for (let from = 0; from < page.length; ) {
      const group = nextGroup(page, from, size.rows)
      from += group.length
      const [only] = group
      if (only && group.length === 1) yield* removeMost(db, locks, size, { key: only.key, days })
      yield await size.measured(size.rows, () => inTransaction(db, (db) => removeAll(db, locks, { group, days })))
    }
  }
}

async function deletedLinks({ read }: Database, after: number): Promise<number[]> {
  const links = read.selectFrom('deleted_links').where('link_no', '>', after).orderBy('link_no').limit(PAGE_SIZE)
  return (await links.select('link_no').execute()).map(({ link_no }) => link_no)
}

/** The next run handles the others: another process changed their rollups at the same time. */
async function subtractedLinks({ read }: Database, keys: readonly number[]): Promise<DeletedLink[]> {
  const { rows } = await sql<DeletedLink>`
    select deleted_links.link_no as key, coalesce(hits, 0) as hits
    from deleted_links left join link_hits on link_hits.link_no = deleted_links.link_no
    where deleted_links.link_no in (${sql.join(filledUp(keys))}) and ${isSubtracted}
    order by deleted_links.link_no`.execute(read)
  return rows
}

/** Besides its hits a link has its sum, its row in the list of deleted ones, at least one destination, and days that many hits share. */
const rowsOf = ({ hits }: DeletedLink) => hits + 3

/** The next links with together at most `maxRows`, or one link with more. */
function nextGroup(page: readonly DeletedLink[], from: number, maxRows: number): readonly DeletedLink[] {
  let [to, rows] = [from, 0]
  for (const link of page.slice(from)) {
    rows += rowsOf(link)
    if (to > from && rows > maxRows) break
    to += 1
  }
  return page.slice(from, to)
}

/** Removes the rows of one link until each table has fewer than a step may take. */
async function* removeMost(
  db: Database,
  locks: RowLocks,
  size: StepSize,
  { key, days }: { readonly key: number; readonly days: readonly number[] },
): AsyncGenerator<number, void> {
  for (const part of partsWith(days)) {
    // Steps ascend, since Postgres would pass over the rows removed before. Repeat once from the start, for rows that another replica had
    // locked.
    let after = START
    for (let isLastPass = true; ; ) {
      const take = size.rows
      const last = await lastOfStep(db, { part, key, after, take })
      if (last === undefined && isLastPass) break
      isLastPass = last === undefined
      if (last !== undefined) yield await size.measured(take, () => removeRange(db, locks, { part, key, after, last }))
      after = last ?? START
    }
  }
}

/** Below the first key. */
const START = -1n

interface Range {
  readonly part: Part
  readonly key: number
  readonly after: bigint
}

/** The key of the last row of a step; undefined when there are fewer rows. */
async function lastOfStep({ read }: Database, { part, key, after, take }: Range & { take: number }) {
  const column = sql.ref(part.column)
  const { rows } = await sql<{ last: string }>`
    select cast(${column} as text) as last from ${sql.table(part.table)}
    where ${rowsOfPart(part, key)} and ${column} > ${after} order by ${column} limit 1 offset ${take - 1}`.execute(read)
  return rows[0] && BigInt(rows[0].last)
}

const rowsOfPart = ({ day }: Part, key: number) =>
  day === undefined ? sql`link_no = ${key}` : sql`day = ${day} and link_no = ${key}`

/** Removes rows of the link, unless another replica works on it. */
async function removeRange(
  db: Database,
  { changeFree, lazily }: RowLocks,
  { part, key, after, last }: Range & { last: bigint },
) {
  const column = sql.ref(part.column)
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(part.table)}
    where ${rowsOfPart(part, key)} and ${column} > ${after} and ${column} <= ${last}
      and exists (select 1 from deleted_links where link_no = ${key} and ${isSubtracted} and ${lazily} ${changeFree})`.execute(
    db.write,
  )
  return Number(numAffectedRows)
}

/** Removes all rows of the links that no other replica works on, and the links from the list. */
async function removeAll(
  db: Kysely<Schema>,
  { changeFree, lazily }: RowLocks,
  { group, days }: { readonly group: readonly DeletedLink[]; readonly days: readonly number[] },
) {
  const own = await db
    .selectFrom('deleted_links')
    .where('link_no', 'in', filledUp(group.map(({ key }) => key)))
    .where(isSubtracted)
    .where(lazily)
    .select('link_no')
    .modifyEnd(changeFree)
    .execute()
  if (own.length === 0) return 0
  const keys = filledUp(own.map(({ link_no }) => link_no))
  let removed = await removeVisitors(db, days, keys)
  for (const table of [
    ...ROWS.map(({ table }) => table),
    'link_hits',
    'link_visits',
    'link_tags',
    // Its trigger removes the rollups of the links.
    'deleted_links',
  ] as const) {
    const { numDeletedRows } = await db.deleteFrom(table).where('link_no', 'in', keys).executeTakeFirstOrThrow()
    removed += Number(numDeletedRows)
  }
  return removed
}

async function removeVisitors(db: Kysely<Schema>, days: readonly number[], keys: readonly number[]) {
  if (days.length === 0) return 0
  const { numDeletedRows } = await db
    .deleteFrom('hit_visitors')
    .where('day', 'in', filledUp(days))
    .where('link_no', 'in', keys)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
