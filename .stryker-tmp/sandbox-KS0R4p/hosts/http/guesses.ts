import type { Clock } from '@shortlink/core'
import { createRateLimit, type Taken } from './rate-limit.ts'

/** Slows down whoever guesses one account's password from many addresses, each within its own limit. */
export interface Guesses {
  /** Whether an address may try a password on an account now. */
  admit(account: string, address: string): Taken
  /** The password was wrong. */
  missed(account: string): void
}

const HOUR = 3_600_000
/** Wrong passwords an hour, as so many times what one address may try in a minute. */
const PATIENCE = 5
const MAX_ACCOUNTS = 10_000
/** No address is longer (RFC 5321, 4.5.3.1), and nobody else's key is to fill the memory. */
const MAX_NAME = 254

/**
 * An account whose patience is at its end lets each address try once a minute, so that its owner gets in within a minute whatever
 * others do. Addresses that do not exist are counted like others: nothing is told of which do.
 * @param perMinute tries that one address may make; 0 switches this off too
 */
export function createGuesses({ perMinute, clock }: { perMinute: number; clock?: Pick<Clock, 'now'> }): Guesses {
  const shared = { maxCallers: MAX_ACCOUNTS, ...(clock && { clock }) }
  const misses = createRateLimit({ perWindow: perMinute * PATIENCE, window: HOUR, ...shared })
  const tries = createRateLimit({ perWindow: perMinute === 0 ? 0 : 1, ...shared })
  return {
    admit(account, address) {
      const sofar = misses.take(keyOf(account), 0)
      return sofar.limit === 0 || sofar.remaining > 0
        ? { ...sofar, limit: 0 }
        : tries.take(`${address} ${keyOf(account)}`)
    },
    missed: (account) => void misses.take(keyOf(account)),
  }
}

/** A copy of its own: a part of a longer text would keep the whole of it in memory. */
const keyOf = (account: string) => Buffer.from(account.trim().toLowerCase().slice(0, MAX_NAME)).toString()
