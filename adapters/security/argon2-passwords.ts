import type { Passwords } from '@shortlink/core'
import { fairQueues } from './fair-queues.ts'

interface Cost {
  /** KiB. */
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). */
const OWASP: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two at once leave half of the thread pool to files and DNS. A full queue takes about `retryAfterSeconds`. */
const LIMITS = { concurrency: 2, maxWaiting: 200, retryAfterSeconds: 5 }

/** {@link Passwords} by argon2id on the thread pool. A lower `cost` is for tests. */
export function argon2Passwords(cost: Cost = OWASP, limits = LIMITS): Passwords {
  const newQueue = fairQueues(limits)
  const queues = { login: newQueue(), 'sign-up': newQueue() }
  return {
    hash: (password, queue) => queues[queue](async () => (await library()).hash(password, { ...cost, raw: false })),
    verify: (stored, password) =>
      queues.login(async () => {
        const { verify, needsRehash } = await library()
        if (!(await verify(stored, password))) return 'wrong'
        return needsRehash(stored, cost) ? 'rehash' : 'right'
      }),
    decoy: decoyOf(cost),
  }
}

/** Loaded for the first password: a server that only redirects starts without it. */
const library = async () => (await import('argon2')).default

/** A well-formed hash of zeros. No password matches it, and verifying one against it takes as long as against any other. */
function decoyOf({ memoryCost, timeCost, parallelism }: Cost): string {
  const zeros = (bytes: number) => Buffer.alloc(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryCost},p=${parallelism},t=${timeCost}$${zeros(16)}$${zeros(32)}`
}
