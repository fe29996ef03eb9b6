import type { LinkSelection } from '@shortlink/core/ports'
import { sql } from 'kysely'
import { selectedLinks } from '../analytics/expressions/selected-links.ts'
import type { Database } from '../schema.ts'

/**
 * The ids of the newest visits of the selected links. They belong to the links with the newest visits, so this reads one id of each
 * link and the newest ids of a few.
 */
export async function newestIds(
  { read }: Pick<Database, 'read'>,
  links: LinkSelection,
  take: number,
): Promise<bigint[]> {
  // A range has Postgres use the index on both columns; for an equal number it may walk through the newer visits of all links.
  const newestOf = (no: string, limit: number) => sql`
    select id from hits where link_no >= ${sql.ref(no)} and link_no <= ${sql.ref(no)}
    order by link_no desc, id desc limit ${limit}`
  const { rows } = await sql<{ ids: string }>`
    with selected as materialized (${selectedLinks(links)}),
      visited as materialized (select no, (${newestOf('selected.no', 1)}) as newest from selected),
      recent as materialized (
        select no from visited where newest is not null order by newest desc limit ${take}
      )
    select (select string_agg(cast(id as text), ',') from (${newestOf('recent.no', take)}) as own) as ids from recent`.execute(
    read,
  )
  const ids = rows.flatMap(({ ids }) => ids.split(',').map(BigInt))
  return ids.sort((a, b) => (a > b ? -1 : 1)).slice(0, take)
}
