import { sql } from 'kysely'
import type { RowLocks } from './row-locks.ts'
import type { Database } from './schema.ts'
import type { StepSize } from './step-size.ts'

/** Tables that have several rows for a link, each with the column by which an index has them in order. */
const ROWS = [
  { table: 'hits', column: 'id' },
  { table: 'hit_days', column: 'day' },
  { table: 'hit_destinations', column: 'no' },
] as const

/** Deleted links read at a time. */
const PAGE_SIZE = 500
/** Links whose rows are removed together, at most. */
const MAX_GROUP = 64

interface DeletedLink {
  readonly key: number
  readonly hits: number
}

/** Removes the rows of deleted links, those of many small links together and those of a large one in parts. */
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
      yield* removeGroup(db, locks, size, group)
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

/** The next links with together at most `maxHits`, or one link with more. */
function nextGroup(page: readonly DeletedLink[], from: number, maxHits: number): readonly DeletedLink[] {
  let to = from
  let hits = 0
  do hits += page[to++]?.hits ?? 0
  while (to < page.length && to - from < MAX_GROUP && hits + (page[to]?.hits ?? 0) <= maxHits)
  return page.slice(from, to)
}

async function* removeGroup(db: Database, locks: RowLocks, size: StepSize, group: readonly DeletedLink[]) {
  const keys = group.map(({ key }) => key)
  for (const { table, column } of ROWS) {
    let after = -1n
    for (let last: bigint | undefined = 0n; last !== undefined; after = last ?? after) {
      last = keys.length === 1 ? await lastOfStep(db, table, column, keys[0], after, size.rows) : undefined
      yield await size.measured(() => removeRange(db, locks, { table, column, keys, after, last }))
    }
  }
  yield await size.measured(() => removeSums(db, keys))
}

/** The key of the last row of a step; undefined when the step takes all that is left. */
async function lastOfStep(
  { read }: Database,
  table: string,
  column: string,
  key: number | undefined,
  after: bigint,
  take: number,
) {
  const { rows } = await sql<{ last: string }>`
    select cast(${sql.ref(column)} as text) as last from ${sql.table(table)}
    where link_no = ${key} and ${sql.ref(column)} > ${after} order by ${sql.ref(column)} limit 1 offset ${take - 1}`.execute(
    read,
  )
  return rows[0] && BigInt(rows[0].last)
}

interface Range {
  readonly table: string
  readonly column: string
  readonly keys: readonly number[]
  readonly after: bigint
  readonly last: bigint | undefined
}

/** Removes the rows of those links that no other replica works on. */
async function removeRange(db: Database, { changeFree }: RowLocks, { table, column, keys, after, last }: Range) {
  const upTo = last === undefined ? sql`` : sql`and ${sql.ref(column)} <= ${last}`
  const { numAffectedRows = 0n } = await sql`
    with own as (select link_no from deleted_links where link_no in (${listOf(keys)}) ${changeFree})
    delete from ${sql.table(table)}
    where link_no in (${listOf(keys)}) and link_no in (select link_no from own)
      and ${sql.ref(column)} > ${after} ${upTo}`.execute(db.write)
  return Number(numAffectedRows)
}

/** Ends the removal of those links that have no rows left, as is so unless another replica works on them. */
async function removeSums({ write }: Database, keys: readonly number[]) {
  const hasNone = (table: string, of: string) =>
    sql`not exists (select 1 from ${sql.table(table)} as rest where rest.link_no = ${sql.ref(`${of}.link_no`)})`
  const { numAffectedRows = 0n } = await sql`
    delete from link_hits where link_no in (${listOf(keys)}) and ${hasNone('hits', 'link_hits')}`.execute(write)
  await sql`
    delete from deleted_links where link_no in (${listOf(keys)}) and ${hasNone('link_hits', 'deleted_links')}
      and ${sql.join(
        ROWS.map(({ table }) => hasNone(table, 'deleted_links')),
        sql` and `,
      )}`.execute(write)
  return Number(numAffectedRows)
}

/** Filled up to a power of two, so that there are few different statements to prepare. */
function listOf(keys: readonly number[]) {
  const length = 2 ** Math.ceil(Math.log2(keys.length))
  return sql.join(Array.from({ length }, (_, index) => keys[index] ?? keys[0]))
}
