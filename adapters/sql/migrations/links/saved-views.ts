import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/** Filters and sort orders of the list of links under a name. */
export const savedViews = ({ key }: DdlDialect) =>
  statements(
    sql`create table saved_views (
      id ${key} primary key,
      owner ${key} not null,
      name text not null,
      filter text not null,
      sort text not null,
      created_at bigint not null
    )`,
    sql`create index saved_views_by_owner on saved_views (owner, created_at, id)`,
  )
