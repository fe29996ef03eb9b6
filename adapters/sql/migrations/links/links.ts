import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

export const links = ({ serial, key }: DdlDialect) =>
  statements(
    sql`create table links (
      no ${serial},
      id ${key} not null unique,
      hostname ${key} not null,
      namespace ${key} not null,
      slug ${key} not null,
      target text not null,
      title text,
      owner ${key},
      enable_tracking integer not null,
      rules text not null,
      earlier_hits bigint not null,
      created_at bigint not null,
      slug_folded ${key} not null,
      target_folded ${key} not null,
      title_folded ${key},
      unique (namespace, slug)
    )`,
    sql`create index links_by_owner on links (owner, created_at, id)`,
  )
