import { sql } from 'kysely'
import { statements } from './migration.ts'

/** Text, picture, own colors and views of bio pages. */
export const bioLook = () =>
  statements(
    sql`alter table bio_pages add column text text`,
    sql`alter table bio_pages add column picture_url text`,
    sql`alter table bio_pages add column colors text`,
    sql`alter table bio_pages add column views bigint not null default 0`,
  )
