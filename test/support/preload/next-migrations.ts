import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { migrations as present } from '../../../adapters/sql/migrations/index.ts'
import { type DdlDialect, statements } from '../../../adapters/sql/migrations/migration.ts'

/** The migration of the next version. Like every migration, it adds only columns and tables that earlier versions need not fill. */
export const NEXT_STEP = '9998-notes'

export const migrations = (words: DdlDialect): Record<string, Migration> => ({
  ...present(words),
  [NEXT_STEP]: statements(
    sql`alter table links add column remark text`,
    sql`alter table users add column locale text not null default 'en'`,
    sql`create table link_notes (link_id text primary key, note text not null)`,
  ),
})
