import { errAsync, ResultAsync } from 'neverthrow'
import type { Instant } from './kernel/caller.ts'
import type { ErrorOf } from './kernel/errors.ts'
import type { UserId } from './kernel/ids.ts'

/** Running long reads per account. */
const MAX_CONCURRENT = 2
/** Queued long reads per account; one request may ask for hundreds. */
const MAX_WAITING = 1000
const MAX_WAIT_MS = 10_000
const RETRY_AFTER_SECONDS = 10

interface Account {
  running: number
  readonly waiting: (() => void)[]
}

type Overloaded = ErrorOf<'overloaded'>

/**
 * Creates the limiter of long reads: at most two run per account, so that one account's reads do not delay others'. At most 1000 more
 * queue in order, for at most 10 seconds; beyond that they fail with `overloaded`.
 */
export function longReads(now: () => Instant) {
  const accounts = new Map<UserId, Account>()

  function release(id: UserId, account: Account) {
    const next = account.waiting.shift()
    if (next) return next()
    account.running -= 1
    if (account.running === 0) accounts.delete(id)
  }

  async function acquire(account: Account): Promise<void> {
    if (account.running < MAX_CONCURRENT) account.running += 1
    else await new Promise<void>((resolve) => account.waiting.push(resolve))
  }

  return <T, E>(id: UserId, read: () => ResultAsync<T, E>): ResultAsync<T, E | Overloaded> => {
    const account = accounts.get(id) ?? { running: 0, waiting: [] }
    if (account.waiting.length >= MAX_WAITING) return overloaded()
    accounts.set(id, account)
    const queuedAt = now()
    const runLimited = async () => {
      await acquire(account)
      try {
        return now() - queuedAt > MAX_WAIT_MS ? await overloaded() : await read()
      } finally {
        release(id, account)
      }
    }
    return new ResultAsync<T, E | Overloaded>(runLimited())
  }
}

const overloaded = () => errAsync<never, Overloaded>({ type: 'overloaded', retryAfterSeconds: RETRY_AFTER_SECONDS })
