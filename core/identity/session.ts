import { ResultAsync } from 'neverthrow'
import type { Ports } from '../ports.ts'
import type { Account } from './user.ts'
import type { AccountRecord } from './users.port.ts'

/** A session token and its account. */
export interface Session {
  readonly token: string
  readonly user: Account
}

/** Seven days. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

/** Issues a session token for the account, valid for seven days. */
export function openSession({ tokens, clock, ids }: Ports, account: AccountRecord): ResultAsync<Session, never> {
  const issuedAt = clock.now()
  const claims = {
    userId: account.id,
    tokenId: ids.token(),
    epoch: account.epoch,
    issuedAt,
    expiresAt: issuedAt + LIFETIME_MS,
  }
  return ResultAsync.fromSafePromise(tokens.issue(claims)).map((token) => ({ token, user: toAccount(account) }))
}

/** The account without its credentials. */
export const toAccount = ({ id, name, email, createdAt }: AccountRecord): Account => ({ id, name, email, createdAt })
