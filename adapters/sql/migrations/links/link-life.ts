import { sql } from 'kysely'
import { targetStart } from '../../rows/link-rows.ts'
import { type DdlDialect, statements } from '../migration.ts'

/**
 * Times, limits, passwords, forwarding, tags, aliases and tombstones of links. A replica of the previous version does not know these
 * columns, so a link that closes or requires a password has an empty `target` and no rules there, and the real ones in `guarded`.
 */
export const linkLife = ({ serial, key, clustered }: DdlDialect) =>
  statements(
    ...['starts_at', 'expires_at', 'max_visits', 'deleted_at', 'updated_at'].map(
      (column) => sql`alter table links add column ${sql.ref(column)} bigint`,
    ),
    ...['fallback_target', 'password_hash', 'utm', 'note', 'preview', 'guarded'].map(
      (column) => sql`alter table links add column ${sql.ref(column)} text`,
    ),
    sql`alter table links add column target_digest ${key}`,
    sql`alter table links add column former_owner ${key}`,
    sql`alter table links add column alias_of integer`,
    sql`alter table links add column redirect_status integer not null default 302`,
    sql`alter table links add column enabled integer not null default 1`,
    sql`alter table links add column archived integer not null default 0`,
    sql`alter table links add column forward_query integer not null default 0`,
    sql`alter table links add column forward_path integer not null default 0`,
    sql`alter table deleted_accounts add column tombstone_at bigint`,
    sql`create table tags (
      no ${serial},
      id ${key} not null unique,
      owner ${key} not null,
      name text not null,
      name_folded ${key} not null,
      color text not null,
      unique (owner, name_folded)
    )`,
    sql`create table link_tags (
      link_no integer not null,
      tag_no integer not null,
      position integer not null,
      primary key (link_no, tag_no)
    ) ${clustered}`,
    sql`create index link_tags_by_tag on link_tags (tag_no, link_no)`,
    sql`create table link_visits (
      link_no integer primary key,
      remaining bigint not null,
      generation bigint not null,
      leased integer not null
    )`,
  )

/** Indexes for finding aliases, tombstones and links to reuse. */
export const linkLifeIndexes = ({ aliasTriggers, guardTriggers }: DdlDialect) =>
  statements(
    sql`create index links_by_target on links (owner, target_digest) where target_digest is not null`,
    sql`create index links_without_digest on links (owner, ${targetStart}) where target_digest is null`,
    sql`create index links_archived on links (owner, created_at, id) where archived = 1`,
    sql`create index links_by_alias on links (alias_of) where alias_of is not null`,
    sql`create index links_by_deletion on links (deleted_at) where deleted_at is not null`,
    ...aliasTriggers,
    ...guardTriggers,
  )
