import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/**
 * The role of an account, `USER` or `ADMIN`, and invitations to sign up. Replicas of the previous version create accounts of the role
 * `USER`.
 */
export const roles = ({ key }: DdlDialect) =>
  statements(
    sql`alter table users add column role text not null default 'USER'`,
    sql`create table invitations (
      digest ${key} primary key,
      created_at bigint not null,
      expires_at bigint not null
    )`,
  )
