import type { Instant } from '@shortlink/core'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { LinksTable } from '../tables/links.ts'

/** Rows of `links` that are no links but keep slugs taken: an alias refers to its link, a tombstone to the former owner. */
export type EmptyRow = Pick<
  Selectable<LinksTable>,
  'hostname' | 'namespace' | 'alias_of' | 'deleted_at' | 'former_owner'
>

/** Rows of one statement. */
const AT_ONCE = 500

/**
 * Inserts such a row for each of the slugs, unless the namespace has the slug. Returns their number. Replicas of the previous version admit
 * no visitor: the rows have no target. Their ids belong to no link, and are unique like the slug in its namespace.
 */
export async function insertEmptyRows(
  db: Kysely<Schema>,
  row: EmptyRow,
  slugs: readonly string[],
  at: Instant,
): Promise<number> {
  let inserted = 0
  for (let start = 0; start < slugs.length; start += AT_ONCE) {
    inserted += await insertSome(db, row, slugs.slice(start, start + AT_ONCE), at)
  }
  return inserted
}

async function insertSome(db: Kysely<Schema>, row: EmptyRow, slugs: readonly string[], at: Instant): Promise<number> {
  const { hostname, namespace, alias_of, deleted_at, former_owner } = row
  const { numAffectedRows = 0n } = await sql`
    insert into links (id, hostname, namespace, slug, slug_folded, target, target_folded, enable_tracking, rules, earlier_hits,
      created_at, alias_of, deleted_at, former_owner)
    select ${`${namespace}/`} || column1, ${hostname}, ${namespace}, column1, '', '', '', 0, '[]', 0,
      cast(${at} as bigint), cast(${alias_of} as integer), cast(${deleted_at} as bigint), ${former_owner}
    from (values ${sql.join(slugs.map((slug) => sql`(${slug})`))}) as given where true
    -- Of two at once, the later may meet the id of the earlier before its slug.
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}
