import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

export const identity = ({ key }: DdlDialect) =>
  statements(
    sql`create table users (
      id ${key} primary key,
      name text not null,
      email text not null,
      email_folded ${key} not null unique,
      password_hash text not null,
      epoch integer not null,
      created_at bigint not null
    )`,
    sql`create table api_keys (
      id ${key} primary key,
      owner ${key} not null,
      label text not null,
      prefix text not null,
      last4 text not null,
      digest ${key} not null unique,
      last_used_at bigint,
      expires_at bigint,
      created_at bigint not null
    )`,
    sql`create index api_keys_by_owner on api_keys (owner, created_at, id)`,
    sql`create table revoked_tokens (id ${key} primary key, expires_at bigint not null)`,
    sql`create index revoked_tokens_by_expiry on revoked_tokens (expires_at)`,
  )
