import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../schema.ts'

/** Number of links per statement that looks up counts. An account may have millions. */
const LINKS_PER_PAGE = 2_000

/** Pages of an account's links, each a query of their numbers as `no`, in the order of the index. */
export async function* linkPages(db: Kysely<Schema>, owner: string): AsyncGenerator<RawBuilder<unknown>, void> {
  for (let isAfter = sql`true`; ; ) {
    const own = sql`from links where owner = ${owner} and ${isAfter}`
    const { rows } = await sql<{ created_at: number; id: string }>`
      select created_at, id ${own} order by created_at, id limit 1 offset ${sql.lit(LINKS_PER_PAGE - 1)}`.execute(db)
    const [last] = rows
    if (last === undefined) return yield sql`select no ${own}`
    const key = sql`(${last.created_at}, ${last.id})`
    yield sql`select no ${own} and (created_at, id) <= ${key}`
    isAfter = sql`(created_at, id) > ${key}`
  }
}

/** Pages of deleted links that the account's rollups of the day still include. */
export async function* deletedPages(
  db: Kysely<Schema>,
  owner: string,
  day: number,
): AsyncGenerator<RawBuilder<unknown>, void> {
  for (let after = 0; ; ) {
    const own = sql`from deleted_links where owner = ${owner} and subtracted_day < ${day} and link_no > ${after}`
    const { rows } = await sql<{ last: number }>`
      select link_no as last ${own} order by link_no limit 1 offset ${sql.lit(LINKS_PER_PAGE - 1)}`.execute(db)
    const [page] = rows
    if (page === undefined) return yield sql`select link_no as no ${own}`
    yield sql`select link_no as no ${own} and link_no <= ${page.last}`
    after = page.last
  }
}
