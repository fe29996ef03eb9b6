import { ResultAsync } from 'neverthrow'
import type { Ports } from '../ports.ts'
import type { Account } from './user.ts'
import type { AccountRecord } from './users.port.ts'

/** A session and its account. */
export interface Session {
  /** For the `Authorization` header. */
  readonly token: string
  /** For a cookie: the API refuses it in the header, so a program that reads the cookies of a host has no credential for the API. */
  readonly cookieToken: string
  readonly user: Account
}

/** Seven days. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

/** Opens a session of the account, valid for seven days. */
export function openSession({ tokens, clock, ids }: Ports, account: AccountRecord): ResultAsync<Session, never> {
  const issuedAt = clock.now()
  const claims = {
    userId: account.id,
    tokenId: ids.token(),
    epoch: account.epoch,
    issuedAt,
    expiresAt: issuedAt + LIFETIME_MS,
  }
  const both = Promise.all([tokens.issue(claims, 'bearer'), tokens.issue(claims, 'cookie')])
  return ResultAsync.fromSafePromise(both).map(([token, cookieToken]) => ({
    token,
    cookieToken,
    user: toAccount(account),
  }))
}

/** The account without its credentials. */
export const toAccount = ({ id, name, email, createdAt, ignoredAddresses }: AccountRecord): Account => ({
  id,
  name,
  email,
  createdAt,
  ignoredAddresses,
})
