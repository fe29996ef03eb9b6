import { err, errAsync, type Result, ResultAsync } from 'neverthrow'
import type { ErrorOf } from './kernel/errors.ts'
import type { UserId } from './kernel/ids.ts'
import type { Timer } from './ports.ts'
import type { ReadDemand } from './use-case.ts'

/** Long reads that run at once, of all accounts: fewer than a store has readers, so that other reads always find a free one. */
const MAX_LONG = 2
/** Queued reads per account, large and long ones apart; one request may ask for hundreds. */
const MAX_WAITING = 1000
/** A caller then waits for the statements of the read, which have limits of their own. */
const MAX_WAIT_MS = 3_000
const OVERLOADED: ErrorOf<'overloaded'> = { type: 'overloaded', retryAfterSeconds: 10 }

type Overloaded = typeof OVERLOADED

/** An account's long reads run one after the other; its other turns are those of large reads and of the long one that runs. */
interface Account {
  readonly long: Turns
  readonly any: Turns
}

/**
 * Creates the limiter of reads. Long reads run one at a time for an account, and at most two at a time for all accounts, which take turns.
 * Large reads run one at a time for an account, and not beside a long read of that account; they do not wait for other accounts. A long
 * read that got its turn among all accounts runs before the large reads of its account that are queued. At most 1000 more reads of an
 * account queue in order, for at most 3 seconds; beyond that they fail with `overloaded`.
 */
export function readTurns(timer: Timer) {
  const accounts = new Map<UserId, Account>()
  // Of each account one read at most waits here, so the order of asking gives each account its turn.
  const ofAll = new Turns(MAX_LONG)

  return <T, E>(demand: ReadDemand, id: UserId, read: () => ResultAsync<T, E>): ResultAsync<T, E | Overloaded> => {
    const account = accounts.get(id) ?? { long: new Turns(1), any: new Turns(1) }
    const queue = demand === 'long-read' ? account.long : account.any
    if (queue.waiting >= MAX_WAITING) return errAsync(OVERLOADED)
    accounts.set(id, account)
    const tooLate = Promise.withResolvers<void>()
    const cancel = timer(MAX_WAIT_MS, tooLate.resolve)
    const runLong = () => ofAll.run(tooLate.promise, () => account.any.run(tooLate.promise, read, 'next'))
    const outcome = queue.run(tooLate.promise, async () => (demand === 'long-read' ? runLong() : read()))
    const forget = () => {
      cancel()
      const current = accounts.get(id)
      if (current?.long.isIdle && current.any.isIdle) accounts.delete(id)
    }
    return new ResultAsync<T, E | Overloaded>(outcome.finally(forget))
  }
}

/** Lets a number of callers run at once; others wait in the order in which they came, until it is too late for them. */
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

  async run<T, E>(
    tooLate: Promise<void>,
    read: () => PromiseLike<Result<T, E>>,
    place: 'next' | 'last' = 'last',
  ): Promise<Result<T, E | Overloaded>> {
    if (this.#running < this.#size) this.#running += 1
    else if (!(await this.#comesBefore(tooLate, place))) return err(OVERLOADED)
    try {
      return await read()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  /** Whether the turn comes before it is too late; the caller leaves the queue either way. */
  #comesBefore(tooLate: Promise<void>, place: 'next' | 'last'): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const start = () => resolve(true)
    if (place === 'next') this.#waiting.unshift(start)
    else this.#waiting.push(start)
    void tooLate.then(() => {
      const index = this.#waiting.indexOf(start)
      if (index >= 0) this.#waiting.splice(index, 1)
      resolve(false)
    })
    return promise
  }
}
