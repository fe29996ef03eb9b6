import { ResultAsync } from 'neverthrow'
import type { Ports } from '../ports.ts'
import type { Account } from './user.ts'
import type { AccountRecord } from './users.port.ts'

/** A session token and whose it is. */
export interface Session {
  readonly token: string
  readonly user: Account
}

/** Seven days, in milliseconds. */
const LIFETIME = 7 * 24 * 60 * 60 * 1000

export function openSession({ tokens, clock, ids }: Ports, account: AccountRecord): ResultAsync<Session, never> {
  const issuedAt = clock.now()
  const claims = {
    userId: account.id,
    tokenId: ids.token(),
    epoch: account.epoch,
    issuedAt,
    expiresAt: issuedAt + LIFETIME,
  }
  return ResultAsync.fromSafePromise(tokens.issue(claims)).map((token) => ({ token, user: toAccount(account) }))
}

/** Leaves out what an account is checked by. */
export const toAccount = ({ id, name, email, createdAt }: AccountRecord): Account => ({ id, name, email, createdAt })
