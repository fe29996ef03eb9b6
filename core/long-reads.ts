import { errAsync, ResultAsync } from 'neverthrow'
import type { Instant } from './kernel/caller.ts'
import type { ErrorOf } from './kernel/errors.ts'
import type { UserId } from './kernel/ids.ts'

/** Long reads that run at once, of all accounts: fewer than a store has readers, so that short reads always find a free one. */
const MAX_RUNNING = 2
/** Queued long reads per account; one request may ask for hundreds. */
const MAX_WAITING = 1000
const MAX_WAIT_MS = 10_000
const RETRY_AFTER_SECONDS = 10

type Overloaded = ErrorOf<'overloaded'>

/**
 * Creates the limiter of long reads: one at a time per account and two in all, so that one account's reads delay neither those of
 * others nor short ones. Accounts take turns. At most 1000 more of an account queue in order, for at most 10 seconds; beyond that they
 * fail with `overloaded`.
 */
export function longReads(now: () => Instant) {
  const perAccount = new Map<UserId, Turns>()
  // Of each account one read at most waits here, so the order of asking gives each account its turn.
  const ofAll = new Turns(MAX_RUNNING)

  return <T, E>(id: UserId, read: () => ResultAsync<T, E>): ResultAsync<T, E | Overloaded> => {
    const account = perAccount.get(id) ?? new Turns(1)
    if (account.waiting >= MAX_WAITING) return overloaded()
    perAccount.set(id, account)
    const queuedAt = now()
    const runLimited = () => account.run(() => ofAll.run(async () => (isTooLate(queuedAt) ? overloaded() : read())))
    const forgetIdle = () => account.isIdle && perAccount.delete(id)
    return new ResultAsync<T, E | Overloaded>(runLimited().finally(forgetIdle))
  }

  function isTooLate(queuedAt: Instant): boolean {
    return now() - queuedAt > MAX_WAIT_MS
  }
}

/** Lets a number of callers run at once; others wait in the order in which they came. */
class Turns {
  readonly #size: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(size: number) {
    this.#size = size
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#size) this.#running += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

const overloaded = () => errAsync<never, Overloaded>({ type: 'overloaded', retryAfterSeconds: RETRY_AFTER_SECONDS })
