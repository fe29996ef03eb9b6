import { sql } from 'kysely'
import { type DdlDialect, statements } from './migration.ts'

export const bio = ({ key }: DdlDialect) =>
  statements(
    sql`create table bio_pages (
      id ${key} primary key,
      owner ${key} not null,
      slug ${key} not null unique,
      title text,
      theme text not null,
      created_at bigint not null
    )`,
    sql`create index bio_pages_by_owner on bio_pages (owner, created_at, id)`,
    sql`create table bio_links (
      id ${key} primary key,
      bio_page ${key} not null references bio_pages (id) on delete cascade,
      label text,
      url text not null,
      position integer not null,
      created_at bigint not null
    )`,
    sql`create index bio_links_by_page on bio_links (bio_page, position, created_at, id)`,
  )
