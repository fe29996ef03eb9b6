import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/** Links that set a new password once; the latest one of each account. */
export const resetLinks = ({ key }: DdlDialect) =>
  statements(
    sql`create table reset_links (
      owner ${key} primary key,
      digest ${key} not null unique,
      epoch integer not null,
      expires_at bigint not null
    )`,
  )
