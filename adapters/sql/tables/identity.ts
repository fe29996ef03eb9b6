import type { Role } from '@shortlink/core'
import type { ColumnType } from 'kysely'

export interface UsersTable {
  id: string
  name: string
  email: string
  email_folded: string
  password_hash: string
  epoch: number
  created_at: number
  role: Role
  /** When an operator disabled the account; see `disabled-accounts.ts` for the effect on older versions. */
  disabled_at: ColumnType<number | null, never, number | null>
  /** JSON; null for none. */
  ignored_addresses: string | null
}

export interface ApiKeysTable {
  id: string
  owner: string
  label: string
  prefix: string
  last4: string
  digest: string
  last_used_at: number | null
  last_used_network: string | null
  expires_at: number | null
  created_at: number
  /** JSON; null for all. */
  scopes: string | null
  /** JSON; null for any. */
  target_hosts: string | null
  rotated_from: string | null
  /** Identifies the pepper of the digest; null for keys of earlier versions. */
  pepper: string | null
}

export interface SessionsTable {
  id: string
  owner: string
  /** The account's epoch that the session is valid in. */
  epoch: number
  /** 1 for the session that outlived an end of all others: its epoch is later than the one in its tokens, so the row must stay. */
  kept: number
  created_at: number
  expires_at: number
  last_used_at: number
  browser: string | null
  os: string | null
  network: string | null
}

export interface StatSharesTable {
  id: string
  owner: string
  digest: string
  link_id: string | null
  tag_id: string | null
  /** JSON. */
  cards: string
  /** 1 or 0. */
  show_visits: number
  password_hash: string | null
  expires_at: number | null
  /** JSON. */
  origins: string
  created_at: number
}

export interface ResetLinksTable {
  owner: string
  digest: string
  epoch: number
  expires_at: number
}

export interface OAuthRecordsTable {
  kind: string
  id: string
  grant_id: string | null
  uid: string | null
  /** Null for never. */
  expires_at: number | null
  /** JSON. */
  payload: string
  consumed_at: number | null
}

export interface RevokedTokensTable {
  id: string
  expires_at: number
}

export interface InvitationsTable {
  digest: string
  created_at: number
  expires_at: number
}

export interface IdempotencyKeysTable {
  caller: string
  operation: string
  key: string
  fingerprint: string
  /** Null while the work runs. */
  outcome: string | null
  at: number
}
