import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/** Notes on days of charts, of a link or of the whole account. */
export const annotations = ({ key }: DdlDialect) =>
  statements(
    sql`create table annotations (
      id ${key} primary key,
      owner ${key} not null,
      link_id ${key},
      date ${key} not null,
      text text not null,
      created_at bigint not null
    )`,
    sql`create index annotations_by_owner on annotations (owner, date, created_at, id)`,
  )
