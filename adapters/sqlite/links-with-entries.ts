import { CompiledQuery } from 'kysely'
import { insertEntries } from '../sql/audit.ts'
import { sqliteRowsFromJson } from '../sql/kit/rows-from-json.ts'
import type { LinksWithEntries } from '../sql/links/insert-links.ts'
import { RUN_TOGETHER, type Statement } from './threads/sql-calls.ts'

const INSERT_ENTRIES = insertEntries(sqliteRowsFromJson, 'exists (select 1 from links where links.id = new.target_id)')

/** One call of the thread, which takes longer to wake than to insert an entry. */
export const sqliteLinksWithEntries: LinksWithEntries = (insertLinks, links, entries) => {
  const statements: Statement[] = [
    { sql: insertLinks, parameters: [links] },
    { sql: INSERT_ENTRIES, parameters: [entries] },
  ]
  return CompiledQuery.raw(RUN_TOGETHER, [statements])
}
