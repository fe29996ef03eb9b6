import type { Passwords } from '@shortlink/core'
import { type Cost, hashOf, matches, needsRehash, zeroHash } from './argon2-hash.ts'
import { fairQueues } from './fair-queues.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). */
const OWASP: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two at once leave half of the thread pool to files and DNS. A full queue takes about `retryAfterSeconds`. */
const LIMITS = { concurrency: 2, maxWaiting: 200, retryAfterSeconds: 5 }

/** {@link Passwords} by argon2id on the thread pool. A lower `cost` is for tests. */
export function argon2Passwords(cost: Cost = OWASP, limits = LIMITS): Passwords {
  const newQueue = fairQueues(limits)
  const queues = { login: newQueue(), 'sign-up': newQueue(), link: newQueue() }
  return {
    hash: (password, queue) => queues[queue](() => hashOf(password, cost)),
    verify: (stored, password, queue = 'login') =>
      queues[queue](async () => {
        if (!(await matches(stored, password))) return 'wrong'
        return needsRehash(stored, cost) ? 'rehash' : 'right'
      }),
    // Verifying it takes as long as verifying any other.
    decoy: zeroHash(cost),
  }
}
