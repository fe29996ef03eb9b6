import type { ColumnType } from 'kysely'

export interface UsersTable {
  id: string
  name: string
  email: string
  email_folded: string
  password_hash: string
  epoch: number
  created_at: number
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
  expires_at: number | null
  created_at: number
}

export interface RevokedTokensTable {
  id: string
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
