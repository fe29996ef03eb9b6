import { err, errAsync, type Result, ResultAsync } from 'neverthrow'
import { HeldTime } from './held-time.ts'
import type { ErrorOf } from './kernel/errors.ts'
import type { UserId } from './kernel/ids.ts'
import type { Clock, Timer } from './kernel/ports.ts'
import type { ReadDemand } from './use-case.ts'

/** Maximum number of concurrent long reads of all accounts: fewer than a store has readers, so that other reads always find a free one. */
const MAX_LONG = 2
/** Maximum number of concurrent long reads of accounts that used {@link LIGHT_MS} or more in the last minute. */
const MAX_HEAVY = 1
const LIGHT_MS = 1_000
/** Maximum number of queued reads per account, separately for large and long ones; one request may contain hundreds. */
const MAX_WAITING = 1000
/** A caller then waits for the statements of the read, which have separate limits. */
const MAX_WAIT_MS = 3_000
const OVERLOADED: ErrorOf<'overloaded'> = { type: 'overloaded', retryAfterSeconds: 10 }

type Overloaded = typeof OVERLOADED

/** The queues of an account. Its long reads run one after the other; the second queue holds its large reads and the active long read. */
interface Account {
  readonly long: Turns<'own' | 'long'>
  readonly any: Turns<'own' | 'long'>
}

/**
 * Creates the limiter of reads. Long reads run one at a time for an account, and at most two at a time for all accounts. The account that
 * used long reads for the least time in the last minute goes first, and accounts that used them for a second or more share one of the two
 * places. So a heavy account never takes the other place, and a read need not give its place up before it ends.
 *
 * The time used is the wall-clock time that the account's reads held a place: the processor time that a store spent on a read is not known
 * here. A read counts when it ends, so the first long reads of two accounts may hold both places.
 *
 * Large reads run one at a time for an account, and not in parallel with a long read of that account; they do not wait for other accounts.
 * A long read that got its place among all accounts runs before the queued large reads of its account. At most 1000 more reads of an
 * account queue in order, for at most 3 seconds; beyond that they fail with `overloaded`.
 */
export function readTurns(timer: Timer, clock: Clock) {
  const accounts = new Map<UserId, Account>()
  const held = new HeldTime(clock)
  const isHeavy = (id: UserId) => held.ofLastMinute(id) >= LIGHT_MS
  // At most one read per account waits or runs here.
  const ofAll = new Turns<UserId>((waiting, running) => {
    if (running.length >= MAX_LONG) return undefined
    const heavy = running.filter(isHeavy).length
    const admitted = heavy < MAX_HEAVY ? waiting : waiting.filter((id) => !isHeavy(id))
    return leastBy(admitted, (id) => held.ofLastMinute(id))
  })

  return <T, E>(demand: ReadDemand, id: UserId, read: () => ResultAsync<T, E>): ResultAsync<T, E | Overloaded> => {
    const account = accounts.get(id) ?? { long: oneAtATime(), any: oneAtATime() }
    const queue = demand === 'long-read' ? account.long : account.any
    if (queue.waiting >= MAX_WAITING) return errAsync(OVERLOADED)
    accounts.set(id, account)
    const tooLate = Promise.withResolvers<void>()
    const cancel = timer(MAX_WAIT_MS, tooLate.resolve)
    const inTurn = () => account.any.run('long', tooLate.promise, read)
    const runLong = () => ofAll.run(id, tooLate.promise, () => held.measure(id, inTurn))
    const outcome = queue.run('own', tooLate.promise, async () => (demand === 'long-read' ? runLong() : read()))
    const forget = () => {
      cancel()
      const current = accounts.get(id)
      if (current?.long.isIdle && current.any.isIdle) accounts.delete(id)
    }
    return new ResultAsync<T, E | Overloaded>(outcome.finally(forget))
  }
}

/** The first item with the least weight. */
const leastBy = <Item>(items: readonly Item[], weigh: (item: Item) => number): Item | undefined =>
  items.reduce<Item | undefined>(
    (least, item) => (least === undefined || weigh(item) < weigh(least) ? item : least),
    undefined,
  )

/** First in, first out; the account's long read goes before queued large reads. */
const oneAtATime = () =>
  new Turns<'own' | 'long'>((waiting, running) => {
    if (running.length > 0) return undefined
    return waiting.includes('long') ? 'long' : waiting[0]
  })

/** A queue that runs the callers that `next` picks; each waits until it is picked or until its deadline. */
class Turns<Key> {
  readonly #next: (waiting: readonly Key[], running: readonly Key[]) => Key | undefined
  readonly #waiting: { readonly key: Key; readonly start: () => void }[] = []
  readonly #running: Key[] = []

  /** @param next the key of the caller that may start now; of several with that key the first starts */
  constructor(next: (waiting: readonly Key[], running: readonly Key[]) => Key | undefined) {
    this.#next = next
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get isIdle(): boolean {
    return this.#running.length === 0
  }

  async run<T, E>(
    key: Key,
    tooLate: Promise<void>,
    read: () => PromiseLike<Result<T, E>>,
  ): Promise<Result<T, E | Overloaded>> {
    if (!(await this.#comesBefore(tooLate, key))) return err(OVERLOADED)
    try {
      return await read()
    } finally {
      this.#running.splice(this.#running.indexOf(key), 1)
      this.#startNext()
    }
  }

  /** Whether the caller is picked before its deadline; it leaves the queue either way. */
  #comesBefore(tooLate: Promise<void>, key: Key): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const entry = { key, start: () => resolve(true) }
    this.#waiting.push(entry)
    this.#startNext()
    void tooLate.then(() => {
      const index = this.#waiting.indexOf(entry)
      if (index >= 0) this.#waiting.splice(index, 1)
      resolve(false)
    })
    return promise
  }

  #startNext() {
    const next = this.#next(
      this.#waiting.map(({ key }) => key),
      this.#running,
    )
    const index = this.#waiting.findIndex(({ key }) => key === next)
    const [entry] = index < 0 ? [] : this.#waiting.splice(index, 1)
    if (entry === undefined) return
    this.#running.push(entry.key)
    entry.start()
    this.#startNext()
  }
}
