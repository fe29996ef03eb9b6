import type { VisitedLink } from '@shortlink/core/ports'
import type { Database } from 'better-sqlite3'
import { COMPUTED_TEXT } from '../sql/rows/computed-texts.ts'
import { type LinkRow, toVisitedLink } from '../sql/rows/link-rows.ts'

/**
 * The redirect's lookup as a prepared statement: a tenth of the query builder's cost per call. Without a left join, since with one SQLite
 * compiles the statement again for each slug: 22 µs instead of 3 (30,000 calls for unknown slugs, alternating).
 */
export function preparedFindBySlug(db: Database): (namespace: string, slug: string) => VisitedLink | undefined {
  const statement = db.prepare<[string, string], LinkRow & { owner_ignored_addresses: string | null }>(
    `select links.*, ${COMPUTED_TEXT},
       (select users.disabled_at from users where users.id = links.owner) as owner_disabled_at,
       (select users.ignored_addresses from users where users.id = links.owner) as owner_ignored_addresses
     from links where no = (select coalesce(alias_of, no) from links where namespace = ? and slug = ?)
       and deleted_at is null
       and not exists (select 1 from deleted_accounts where deleted_accounts.id = links.owner)`,
  )
  return (namespace, slug) => {
    const row = statement.get(namespace, slug)
    return row && toVisitedLink(row)
  }
}
