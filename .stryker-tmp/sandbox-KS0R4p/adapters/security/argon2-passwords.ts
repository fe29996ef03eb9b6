import type { Passwords } from '@shortlink/core'
import { boundedQueue } from './bounded-queue.ts'

interface Cost {
  /** KiB. */
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). */
const OWASP: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two at once keep the thread pool, which files and DNS need too, half free. */
const AT_ONCE = 2
const WAITING = 200

/** argon2id on the thread pool. A lower `cost` is for tests, whose accounts protect nothing. */
export function argon2Passwords(cost: Cost = OWASP): Passwords {
  const enqueue = boundedQueue({ atOnce: AT_ONCE, waiting: WAITING })
  const hash = (password: string) => enqueue(async () => (await library()).hash(password, { ...cost, raw: false }))
  let decoy: Promise<string> | undefined
  return {
    hash,
    verify: (stored, password) =>
      enqueue(async () => {
        const { verify, needsRehash } = await library()
        if (!(await verify(stored, password))) return 'wrong'
        return needsRehash(stored, cost) ? 'rehash' : 'right'
      }),
    decoy: () => (decoy ??= hash('correct horse battery staple')),
  }
}

/** Loaded at the first password: a server that only redirects starts without it. */
const library = async () => (await import('argon2')).default
