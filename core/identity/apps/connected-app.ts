import type { Instant } from '../../kernel/caller.ts'
import type { ConnectedAppId } from '../../kernel/ids.ts'
import { SCOPES, type Scope } from '../../kernel/scopes.ts'
import type { AppClient } from './authorization-server.port.ts'
import type { OAuthRecord } from './oauth-records.port.ts'

/** Access ends after this time without use. */
export const APP_IDLE_MS = 90 * 24 * 60 * 60 * 1000
/** The kind of the records of connected apps. Their second key is the account, and their id the grant. */
export const CONNECTED_APP = 'ConnectedApp'
/** Most connected apps of an account. */
export const APPS_PER_ACCOUNT = 50

/** An app that an account has given access. */
export interface ConnectedApp {
  readonly id: ConnectedAppId
  readonly clientId: string
  readonly name: string
  readonly host: string | null
  readonly verified: boolean
  readonly scopes: readonly Scope[]
  readonly createdAt: Instant
  /** Accurate to a minute; null if it was never used. */
  readonly lastUsedAt: Instant | null
}

/** The stored part of a connected app. */
interface Stored {
  readonly client: AppClient
  readonly scopes: readonly Scope[]
  readonly createdAt: Instant
}

/** The scopes that apps can get. */
export const GRANTABLE_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'account')

/** The scopes among these that apps can get. */
export const grantable = (scopes: readonly Scope[]): Scope[] =>
  scopes.filter((scope) => GRANTABLE_SCOPES.includes(scope))

/** The record of a new connected app. */
export const recordOfApp = (id: string, owner: string, app: Stored): Omit<OAuthRecord, 'consumedAt'> => ({
  kind: CONNECTED_APP,
  id,
  grantId: id,
  uid: owner,
  expiresAt: app.createdAt + APP_IDLE_MS,
  payload: JSON.stringify(app satisfies Stored),
})

/** A connected app from its record. Each use moves the expiration, so the last use follows from it. */
export function appOfRecord({ id, expiresAt, payload }: OAuthRecord): ConnectedApp {
  const { client, scopes, createdAt } = JSON.parse(payload) as Stored
  const { id: clientId, ...shown } = client
  const usedAt = (expiresAt ?? 0) - APP_IDLE_MS
  return {
    ...{ id: id as ConnectedAppId, clientId, ...shown, scopes, createdAt },
    lastUsedAt: usedAt > createdAt ? usedAt : null,
  }
}
