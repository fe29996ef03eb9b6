import { CompiledQuery } from 'kysely'
import { insertEntries } from '../sql/audit.ts'
import { postgresRowsFromJson } from '../sql/kit/rows-from-json.ts'
import type { LinksWithEntries } from '../sql/links/insert-links.ts'

const INSERT_ENTRIES = insertEntries(postgresRowsFromJson, 'target_id in (select id from added)', 2)

/** One statement, since each one costs a round trip. */
export const postgresLinksWithEntries: LinksWithEntries = (insertLinks, links, entries) =>
  CompiledQuery.raw(`with added as (${insertLinks}), noted as (${INSERT_ENTRIES}) select id from added`, [
    links,
    entries,
  ])
