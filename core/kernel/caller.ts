import type { ApiKeyId, UserId } from './ids.ts'
import { ALL_SCOPES, type ScopeSet } from './scopes.ts'

/** An authenticated caller. */
export interface User {
  readonly kind: 'user'
  /** The account that acts: rate limits and the audit log count by it. */
  readonly userId: UserId
  /** The account whose records the call reads and writes. */
  readonly owner: UserId
  readonly via: SessionCredential | ApiKeyCredential | AppCredential
  /** A valid session token in a request that an API key authenticated; logging out revokes it. */
  readonly session?: SessionCredential
  readonly client?: RequestClient | undefined
}

/** The program that sent a request; absent for commands and embedders. */
export interface RequestClient {
  readonly ip: string
  readonly userAgent: string | null
}

export interface SessionCredential {
  readonly kind: 'session'
  readonly tokenId: string
  /** The account's epoch that the session is valid in. */
  readonly epoch: number
  readonly expiresAt: Instant
  /** The role of the account at this request. */
  readonly role?: Role
}

interface ApiKeyCredential {
  readonly kind: 'api-key'
  readonly keyId: ApiKeyId
  /** Expiration of the key; null for never. */
  readonly expiresAt: Instant | null
  readonly scopes: ScopeSet
  /** Hosts that new targets must lead to; a leading dot includes all subdomains. Null for any host. */
  readonly targetHosts: readonly string[] | null
}

/** An access token of an app that the account has connected. */
interface AppCredential {
  readonly kind: 'app'
  /** The consent that the token depends on. */
  readonly grantId: string
  readonly clientId: string
  readonly expiresAt: Instant
  readonly scopes: ScopeSet
}

/** The role of an account. */
export type Role = 'USER' | 'ADMIN'

/** The operator of the instance, by a command on its host. */
interface Operator {
  readonly kind: 'operator'
  readonly client?: undefined
}

export const operator: Operator = { kind: 'operator' }

/** A caller with access to the records of all accounts: an administrator by a session, or the operator. */
export type Administrator = User | Operator

/** Whether a user calls by the session of an administrator. */
export const isAdministrator = ({ via }: User): boolean => via.kind === 'session' && via.role === 'ADMIN'

/** The caller of a use case: a user, the operator, or an anonymous caller, possibly with a rejected credential. */
export type Caller = User | Operator | Anonymous

interface Anonymous {
  readonly kind: 'anonymous'
  readonly rejected: boolean
  /** The rejected credential, if known. */
  readonly credential?: 'API key' | 'session token' | 'access token'
  /** Why it was rejected, in a sentence for the caller; absent if that is not known. */
  readonly refusal?: string
  readonly client?: RequestClient | undefined
}

export const anonymous: Caller = { kind: 'anonymous', rejected: false }
/** A caller with an invalid, revoked or expired credential. */
export const rejected: Anonymous = { kind: 'anonymous', rejected: true }

/** Why a caller's credential was rejected; undefined for callers without a rejected one. */
export const refusalOf = (caller: Caller | undefined): string | undefined =>
  caller?.kind === 'anonymous' && caller.credential !== undefined
    ? (caller.refusal ?? `The ${caller.credential} is not valid`)
    : undefined

/** A program that acts for an account without its credentials, such as an operator's command. It has no session. */
export const onBehalfOf = (userId: UserId): User => ({
  kind: 'user',
  userId,
  owner: userId,
  via: { kind: 'session', tokenId: '', epoch: 0, expiresAt: 0 },
})

/** The session of the caller's request, if it has one. */
export function sessionOf(caller: Caller): SessionCredential | undefined {
  if (caller.kind !== 'user') return undefined
  const session = caller.via.kind === 'session' ? caller.via : caller.session
  return session?.tokenId === '' ? undefined : session
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

/** The scopes of a caller's credential: all for sessions. */
export const scopesOf = ({ via }: Pick<User, 'via'>): ScopeSet => (via.kind === 'session' ? ALL_SCOPES : via.scopes)

/** The key of a user's rate limits: the account, or the account and an app, so that an app does not use up the limit of its owner. */
export const limitKeyOf = ({ userId, via }: User): string => (via.kind === 'app' ? `${userId} ${via.clientId}` : userId)

/** The hosts that a caller's new targets must lead to; null for any host. */
export const targetHostsOf = (caller: Caller): readonly string[] | null =>
  caller.kind === 'user' && caller.via.kind === 'api-key' ? caller.via.targetHosts : null
