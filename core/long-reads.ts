import { errAsync, ResultAsync } from 'neverthrow'
import type { Instant } from './kernel/caller.ts'
import type { ErrorOf } from './kernel/errors.ts'
import type { UserId } from './kernel/ids.ts'

/** Long reads of one account that are under way at once. */
const MAX_CONCURRENT = 2
/** Long reads of one account that wait: a request may ask for hundreds. */
const MAX_WAITING = 1000
const MAX_WAIT_MS = 10_000
const RETRY_AFTER_SECONDS = 10

interface Account {
  running: number
  readonly waiting: (() => void)[]
}

type Refused = ErrorOf<'overloaded'>

/**
 * Makes the function that runs reads which may take long, at most two at once for each account, so that the reads of one cannot hold up
 * those of others. Others wait, in order; at most 1000 wait, for at most 10 seconds, then they are `overloaded`.
 */
export function longReads(now: () => Instant) {
  const accounts = new Map<UserId, Account>()

  function leave(id: UserId, account: Account) {
    const next = account.waiting.shift()
    if (next) return next()
    account.running -= 1
    if (account.running === 0) accounts.delete(id)
  }

  async function enter(account: Account): Promise<void> {
    if (account.running < MAX_CONCURRENT) account.running += 1
    else await new Promise<void>((resolve) => account.waiting.push(resolve))
  }

  return <T, E>(id: UserId, read: () => ResultAsync<T, E>): ResultAsync<T, E | Refused> => {
    const account = accounts.get(id) ?? { running: 0, waiting: [] }
    if (account.waiting.length >= MAX_WAITING) return refused()
    accounts.set(id, account)
    const asked = now()
    const inTurn = async () => {
      await enter(account)
      try {
        return now() - asked > MAX_WAIT_MS ? await refused() : await read()
      } finally {
        leave(id, account)
      }
    }
    return new ResultAsync<T, E | Refused>(inTurn())
  }
}

const refused = () => errAsync<never, Refused>({ type: 'overloaded', retryAfterSeconds: RETRY_AFTER_SECONDS })
