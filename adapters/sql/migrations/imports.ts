import { sql } from 'kysely'
import { type DdlDialect, statements } from './migration.ts'

/** Imports in the background, with the parts of their files. */
export const imports = ({ key }: DdlDialect) =>
  statements(
    sql`create table imports (
      owner ${key} primary key,
      id ${key} not null unique,
      name text not null,
      state ${key} not null,
      parts integer not null,
      characters integer not null,
      program ${key},
      domains text not null,
      accepted_losses text not null,
      found ${key},
      report text,
      fault text,
      created_at bigint not null,
      updated_at bigint not null,
      claim ${key},
      claimed_until bigint not null,
      attempts integer not null
    )`,
    sql`create index imports_by_state on imports (state, claimed_until)`,
    sql`create table import_parts (
      import ${key} not null,
      part integer not null,
      content text not null,
      primary key (import, part)
    )`,
  )
