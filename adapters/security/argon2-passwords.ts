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

/** Two at once keep half of the thread pool free for files and DNS. A full queue is worked off in about `retryAfterSeconds`. */
const LIMITS = { concurrency: 2, maxWaiting: 200, retryAfterSeconds: 5 }

/** argon2id on the thread pool. A lower `cost` is for tests, whose accounts protect nothing. */
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

/** Loaded at the first password: a server that only redirects starts without it. */
const library = async () => (await import('argon2')).default

/** A well-formed hash of zeros, which is known without hashing anything: no password has it, and to find that out takes as long as ever. */
function decoyOf({ memoryCost, timeCost, parallelism }: Cost): string {
  const zeros = (bytes: number) => Buffer.alloc(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryCost},p=${parallelism},t=${timeCost}$${zeros(16)}$${zeros(32)}`
}
