import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/** Designs of QR codes under a name. */
export const qrStyles = ({ key }: DdlDialect) =>
  statements(
    sql`create table qr_styles (
      id ${key} primary key,
      owner ${key} not null,
      name text not null,
      design text not null,
      created_at bigint not null
    )`,
    sql`create index qr_styles_by_owner on qr_styles (owner, created_at, id)`,
  )
