import { sql } from 'kysely'
import { type DdlDialect, statements } from './migration.ts'

/** Values of the whole instance, and the progress of an unfinished copy into this database. */
export const instance = ({ key }: DdlDialect) =>
  statements(
    sql`create table instance (name ${key} primary key, value text not null)`,
    sql`create table copy_progress (
      id integer primary key,
      source text not null,
      table_name text not null,
      after_key text
    )`,
  )
