import type { Clock } from '@shortlink/core/ports'
import type { SharedTaken } from '../redirect/rate-limit.ts'
import { type LimitFactory, localLimits } from './limit-factory.ts'

/** Slows down password guessing against one account from many networks, each within its own limit. */
export interface LoginThrottle {
  /** Counts a login attempt at an account from an IP address; rejected while the account is under attack and the network has just tried. */
  admit(account: string, ip: string): SharedTaken
  /** Counts a wrong password. */
  countFailure(account: string): void
}

const HOUR_MS = 3_600_000
/** Wrong passwords per hour, as a multiple of the attempts that one network may make per minute. */
const FAILURES_PER_HOUR_FACTOR = 5
const MAX_ACCOUNTS = 10_000
/** The longest email (RFC 5321, 4.5.3.1); longer names are truncated, so that they take no more memory than others. */
const MAX_NAME_LENGTH = 254

/**
 * An account with too many wrong passwords accepts one attempt per network and minute, so that its owner can log in within a minute.
 * `account` is the result of core's `attemptedAccount`: one name for all spellings of an account. Emails without an account are counted in
 * the same way, so that a rejection does not reveal which emails have one.
 * @param perMinute attempts that one network may make; 0 disables the throttle
 * @param name names its limits; throttles of different names count separately
 */
export function createLoginThrottle({
  perMinute,
  clock,
  name = 'login',
  factory = localLimits,
}: {
  perMinute: number
  clock?: Pick<Clock, 'now'>
  name?: string
  factory?: LimitFactory
}): LoginThrottle {
  const shared = { maxCallers: MAX_ACCOUNTS, ...(clock && { clock }) }
  const failures = factory.perKey(`${name} failures`, {
    perWindow: perMinute * FAILURES_PER_HOUR_FACTOR,
    windowMs: HOUR_MS,
    ...shared,
  })
  const attempts = factory.perNetwork(`${name} attempts`, { perWindow: perMinute === 0 ? 0 : 1, ...shared })
  return {
    async admit(account, ip) {
      const failed = await failures.take(keyOf(account), 0)
      return failed.limit === 0 || failed.remaining > 0 ? { ...failed, limit: 0 } : attempts.take(ip, 1, keyOf(account))
    },
    countFailure: (account) => void failures.take(keyOf(account)),
  }
}

/** A copy: a slice of a longer text would keep the whole text in memory. */
const keyOf = (account: string) => Buffer.from(account.slice(0, MAX_NAME_LENGTH)).toString()
