import type { HashWaiter, PasswordQueue, Passwords } from '@shortlink/core/ports'
import { err, ok } from 'neverthrow'
import { networkOf } from '../kit/ip.ts'
import { type Cost, comparePassword, hashOf, zeroHash } from './argon2-hash.ts'
import { fairQueues } from './fair-queues.ts'
import { hashBudget } from './hash-budget.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). */
const OWASP: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two concurrent hashes leave half of the thread pool to files and DNS. A full queue takes about `retryAfterSeconds`. */
const LIMITS = { concurrency: 2, maxWaiting: 200, maxOfOne: 20, retryAfterSeconds: 5 }

/** About two seconds of one processor per minute. A bulk call with the maximum number of passwords fits into the burst. */
const RATE = { burst: 120, perMinute: 60 }

/** Implements {@link Passwords} by argon2id on the thread pool. A lower `cost` is for tests. */
export function argon2Passwords(cost: Cost = OWASP, limits = LIMITS): Passwords {
  const newQueue = fairQueues(limits)
  const queues = {
    login: newQueue(),
    'sign-up': newQueue(),
    import: newQueue(),
    owner: newQueue(limits.maxOfOne),
    visitor: newQueue(limits.maxOfOne),
  }
  const budget = hashBudget(RATE)
  const queued = <T>(queue: PasswordQueue, work: () => Promise<T>, waiter: HashWaiter = {}) => {
    // The holder of an IPv6 network has more addresses than the queue has turns.
    const of = queue === 'visitor' && waiter.of !== undefined ? networkOf(waiter.of) : waiter.of
    return queues[queue](work, { ...waiter, of })
  }
  return {
    hash: (password, queue, waiter) => queued(queue, () => hashOf(password, cost), waiter),
    verify: (stored, password, queue = 'login', waiter = {}) =>
      queued(queue, () => comparePassword(stored, password, cost), waiter),
    charge(account, hashes) {
      const retryAfterSeconds = budget(account, hashes)
      return retryAfterSeconds === 0 ? ok() : err({ type: 'overloaded', retryAfterSeconds })
    },
    // Verifying the decoy takes as long as verifying any other hash.
    decoy: zeroHash(cost),
  }
}
