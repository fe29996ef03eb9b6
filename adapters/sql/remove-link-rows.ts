import { type Kysely, sql } from 'kysely'
import { filledUp } from './filled-up.ts'
import type { RowLocks } from './row-locks.ts'
import type { Database, Schema } from './schema.ts'
import type { StepSize } from './step-size.ts'
import { inTransaction } from './transaction.ts'

/**
 * Tables that have several rows for a link, each with a column that puts them in order. An index has that order for hits and days; the
 * destinations of a link are few beside its hits, and Postgres sorts them for each step.
 */
const ROWS = [
  { table: 'hits', column: 'id' },
  { table: 'hit_days', column: 'day' },
  { table: 'hit_destinations', column: 'no' },
] as const

/** Deleted links read at a time, and removed together at most. */
const PAGE_SIZE = 512

interface DeletedLink {
  readonly key: number
  readonly hits: number
}

/** Removes the rows of deleted links: those of many small links in one step, those of a large one in several. */
export async function* removeLinkRows(db: Database, locks: RowLocks, size: StepSize): AsyncGenerator<number, void> {
  let after = 0
  for (;;) {
    const page = await deletedLinks(db, after)
    const last = page.at(-1)
    if (last === undefined) return
    after = last.key
    for (let from = 0; from < page.length; ) {
      const group = nextGroup(page, from, size.rows)
      from += group.length
      const [only] = group
      if (only && group.length === 1) yield* removeMost(db, locks, size, only.key)
      yield await size.measured(size.rows, () => inTransaction(db, (db) => removeAll(db, locks, group)))
    }
  }
}

async function deletedLinks({ read }: Database, after: number): Promise<DeletedLink[]> {
  const { rows } = await sql<DeletedLink>`
    select deleted_links.link_no as key, coalesce(hits, 0) as hits
    from deleted_links left join link_hits on link_hits.link_no = deleted_links.link_no
    where deleted_links.link_no > ${after} order by deleted_links.link_no limit ${sql.lit(PAGE_SIZE)}`.execute(read)
  return rows
}

/** Beside its hits a link has its sum, its row in the list of deleted ones, a destination or more, and days that many hits share. */
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
async function* removeMost(db: Database, locks: RowLocks, size: StepSize, key: number): AsyncGenerator<number, void> {
  for (const { table, column } of ROWS) {
    // Steps go upwards, since Postgres would pass over the rows removed before; then once more from the start, for those of which
    // another replica had the turn.
    let after = START
    for (let isLastPass = true; ; ) {
      const take = size.rows
      const last = await lastOfStep(db, { table, column, key, after, take })
      if (last === undefined && isLastPass) break
      isLastPass = last === undefined
      if (last !== undefined)
        yield await size.measured(take, () => removeRange(db, locks, { table, column, key, after, last }))
      after = last ?? START
    }
  }
}

/** Before the first key. */
const START = -1n

interface Range {
  readonly table: string
  readonly column: string
  readonly key: number
  readonly after: bigint
}

/** The key of the last row of a step; undefined when there are fewer rows. */
async function lastOfStep({ read }: Database, { table, column, key, after, take }: Range & { take: number }) {
  const { rows } = await sql<{ last: string }>`
    select cast(${sql.ref(column)} as text) as last from ${sql.table(table)}
    where link_no = ${key} and ${sql.ref(column)} > ${after} order by ${sql.ref(column)} limit 1 offset ${take - 1}`.execute(
    read,
  )
  return rows[0] && BigInt(rows[0].last)
}

/** Removes rows of the link, unless another replica works on it. */
async function removeRange(
  db: Database,
  { changeFree, lazily }: RowLocks,
  { table, column, key, after, last }: Range & { last: bigint },
) {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)}
    where link_no = ${key} and ${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${last}
      and exists (select 1 from deleted_links where link_no = ${key} and ${lazily} ${changeFree})`.execute(db.write)
  return Number(numAffectedRows)
}

/** Removes all rows of those links that no other replica works on, and the links from the list. */
async function removeAll(db: Kysely<Schema>, { changeFree, lazily }: RowLocks, group: readonly DeletedLink[]) {
  const own = await db
    .selectFrom('deleted_links')
    .where('link_no', 'in', filledUp(group.map(({ key }) => key)))
    .where(lazily)
    .select('link_no')
    .modifyEnd(changeFree)
    .execute()
  if (own.length === 0) return 0
  const keys = filledUp(own.map(({ link_no }) => link_no))
  let removed = 0
  for (const table of [
    ...ROWS.map(({ table }) => table),
    'link_hits',
    'link_visits',
    'link_tags',
    'deleted_links',
  ] as const) {
    const { numDeletedRows } = await db.deleteFrom(table).where('link_no', 'in', keys).executeTakeFirstOrThrow()
    removed += Number(numDeletedRows)
  }
  return removed
}
