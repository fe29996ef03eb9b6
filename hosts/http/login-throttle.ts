import type { Clock } from '@shortlink/core'
import { createNetworkLimit } from './network-limit.ts'
import { createRateLimit, type Taken } from './redirect/rate-limit.ts'

/** Slows down guessing at one account's password from many networks, each of which stays within its own limit. */
export interface LoginThrottle {
  /** Whether the network of an address may try a password on an account now. */
  admit(account: string, ip: string): Taken
  /** Counts a wrong password. */
  countFailure(account: string): void
}

const HOUR_MS = 3_600_000
/** Wrong passwords an hour, as a multiple of the attempts that one network may make in a minute. */
const FAILURES_PER_HOUR_FACTOR = 5
const MAX_ACCOUNTS = 10_000
/** No e-mail address is longer (RFC 5321, 4.5.3.1); a longer name is cut, so that it takes no more memory than others. */
const MAX_NAME_LENGTH = 254

/**
 * An account with too many wrong passwords lets each network try once a minute, so that its owner gets in within a minute.
 * `account` is what core's `attemptedAccount` returns: one name for all spellings of an account. E-mail addresses without an
 * account are counted in the same way, so that a refusal does not show which addresses have one.
 * @param perMinute attempts that one network may make; 0 switches the throttle off
 */
export function createLoginThrottle({
  perMinute,
  clock,
}: {
  perMinute: number
  clock?: Pick<Clock, 'now'>
}): LoginThrottle {
  const shared = { maxCallers: MAX_ACCOUNTS, ...(clock && { clock }) }
  const failures = createRateLimit({ perWindow: perMinute * FAILURES_PER_HOUR_FACTOR, window: HOUR_MS, ...shared })
  const attempts = createNetworkLimit({ perWindow: perMinute === 0 ? 0 : 1, ...shared })
  return {
    admit(account, ip) {
      const failed = failures.take(keyOf(account), 0)
      return failed.limit === 0 || failed.remaining > 0 ? { ...failed, limit: 0 } : attempts.take(ip, 1, keyOf(account))
    },
    countFailure: (account) => void failures.take(keyOf(account)),
  }
}

/** A copy: a part of a longer text would keep the whole of it in memory. */
const keyOf = (account: string) => Buffer.from(account.slice(0, MAX_NAME_LENGTH)).toString()
