import { sql } from 'kysely'
import { type DdlDialect, statements } from './migration.ts'

/** Views of bio pages by UTC day, in days since 1970. */
export const bioViews = ({ key, clustered }: DdlDialect) =>
  statements(
    sql`create table bio_views (
      bio_page ${key} not null references bio_pages (id) on delete cascade,
      day bigint not null,
      views bigint not null,
      primary key (bio_page, day)
    ) ${clustered}`,
  )
