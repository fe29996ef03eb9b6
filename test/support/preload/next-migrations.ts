import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { migrations as present } from '../../../adapters/sql/migrations/index.ts'
import { type DdlDialect, statements } from '../../../adapters/sql/migrations/migration.ts'

/** The step of the next version, as all are to be: it adds what those who do not know it need not fill. */
export const NEXT_STEP = '9998-notes'

export const migrations = (words: DdlDialect): Record<string, Migration> => ({
  ...present(words),
  [NEXT_STEP]: statements(
    sql`alter table links add column remark text`,
    sql`alter table users add column locale text not null default 'en'`,
    sql`create table link_notes (link_id text primary key, note text not null)`,
  ),
})
