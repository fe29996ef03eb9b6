import { ResultAsync } from 'neverthrow'
import type { Change } from '../../audit/audit-entry.ts'
import type { RequestClient } from '../../kernel/caller.ts'
import { networkBlock } from '../../kernel/ip-address.ts'
import type { Ports } from '../../ports.ts'
import type { TokenClaims } from '../credentials.port.ts'
import type { Account } from '../user.ts'
import type { AccountRecord } from '../users.port.ts'
import type { SessionRecord } from './sessions.port.ts'

/** A session and its account. */
export interface Session {
  /** Its unique id, which is no secret. */
  readonly id: string
  /** For the `Authorization` header. */
  readonly token: string
  /** For a cookie: the API refuses it in the header, so a program that reads the cookies of a host has no credential for the API. */
  readonly cookieToken: string
  readonly user: Account
}

type SessionPorts = Pick<Ports, 'store' | 'tokens' | 'clock' | 'ids' | 'visitors'>

/** Seven days. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

/** Opens a session of the account, valid for seven days, for the client that asks. */
export function openSession(
  ports: SessionPorts,
  account: AccountRecord,
  client: RequestClient | undefined,
): ResultAsync<Session, never> {
  const { store, tokens, clock, ids } = ports
  const issuedAt = clock.now()
  const claims = {
    userId: account.id,
    tokenId: ids.token(),
    epoch: account.epoch,
    issuedAt,
    expiresAt: issuedAt + LIFETIME_MS,
  }
  const done = Promise.all([
    tokens.issue(claims, 'bearer'),
    tokens.issue(claims, 'cookie'),
    store.sessions.touch(recordOf(ports, claims, client), issuedAt),
  ])
  return ResultAsync.fromSafePromise(done).map(([token, cookieToken]) => ({
    id: claims.tokenId,
    token,
    cookieToken,
    user: toAccount(account),
  }))
}

/** The record of a session that a client uses now. */
export function recordOf(
  { clock, visitors }: Pick<Ports, 'clock' | 'visitors'>,
  { userId, tokenId, epoch, expiresAt }: TokenClaims,
  client: RequestClient | undefined,
): SessionRecord {
  const agent = client?.userAgent ? visitors.agent(client.userAgent) : undefined
  return {
    id: tokenId,
    owner: userId,
    epoch,
    createdAt: expiresAt - LIFETIME_MS,
    expiresAt,
    lastUsedAt: clock.now(),
    browser: agent?.browser?.name ?? null,
    os: agent?.os?.name ?? null,
    network: client ? networkBlock(client.ip) : null,
  }
}

/** The entry of a new session in the audit log. */
export const sessionOpened = ({ id, user }: Session): Change[] => [{ kind: 'ACCOUNT', owner: user.id, session: id }]

/** The account without its credentials. */
export const toAccount = ({ id, name, email, createdAt, role, ignoredAddresses }: AccountRecord): Account => ({
  id,
  name,
  email,
  createdAt,
  role,
  ignoredAddresses,
})
