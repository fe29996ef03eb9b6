import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/** The key of a link's record in another system, unique per owner. */
export const externalIds = ({ key }: DdlDialect) =>
  statements(
    sql`alter table links add column external_id ${key}`,
    sql`create unique index links_by_external_id on links (owner, external_id) where external_id is not null`,
  )
