import { ErrorReply } from '@redis/client'
import type { CountState, SharedCounters } from '../kit/shared-counters.ts'
import { type Connection, connect } from './connection.ts'

interface RedisCountersOptions {
  /** `redis://` or `rediss://`, which uses TLS. */
  readonly url: string
  /** A keyed digest; keys can be IP addresses and email addresses, which the store must not learn. */
  readonly digest: (text: string) => string
  /** Maximum time of a call, in milliseconds; 250 by default. */
  readonly timeoutMs?: number
  /** Called once when the store cannot be used, with the reason, which has no secrets. */
  readonly onAway: (reason: string) => void
  /** Called once when it can be used again. */
  readonly onBack: () => void
}

const PREFIX = 'shortlink:limit:'
const TIMEOUT_MS = 250
/** Delays between attempts to connect: doubled up to the maximum. */
const [MIN_DELAY_MS, MAX_DELAY_MS] = [100, 5000] as const

/**
 * Counters of rate limits in Redis or Valkey. After a failure calls do not wait: they get undefined until the store is back. Resolves after
 * the first attempt to connect, whether or not it succeeds.
 */
export async function openRedisCounters(options: RedisCountersOptions): Promise<SharedCounters> {
  const { url, digest, timeoutMs = TIMEOUT_MS, onAway, onBack } = options
  let connection: Connection | undefined
  let retry: NodeJS.Timeout | undefined
  let state: 'new' | 'up' | 'away' | 'closed' = 'new'
  let delayMs: number = MIN_DELAY_MS

  async function attempt(): Promise<void> {
    let hasFailed = false
    let opened: Connection | undefined
    const onLost = (error: unknown) => {
      if (opened !== undefined) lose(opened, error)
      hasFailed = true
    }
    try {
      opened = await connect({ url, timeoutMs, onLost })
    } catch (error) {
      return retryLater(error)
    }
    if (hasFailed) return retryLater(new Error('the connection was closed'))
    if (state === 'closed') return opened.close()
    connection = opened
    delayMs = MIN_DELAY_MS
    if (state === 'away') onBack()
    state = 'up'
  }

  function lose(lost: Connection, error: unknown) {
    if (connection !== lost) return
    connection = undefined
    lost.close()
    retryLater(error)
  }

  function retryLater(error: unknown) {
    if (state === 'closed') return
    if (state !== 'away') onAway(reasonOf(error))
    state = 'away'
    retry = setTimeout(attempt, delayMs).unref()
    delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)
  }

  await attempt()
  return {
    async take(counts) {
      const used = connection
      if (used === undefined) return undefined
      const keys = counts.map(({ name, key }) => PREFIX + digest(`rate limit ${name} ${key}`))
      const values = counts.flatMap(({ n, limit, windowMs }) => [`${n}`, `${limit}`, `${windowMs}`])
      try {
        const reply = await used.take(keys, values)
        return counts.map((_, index) => stateAt(reply, 3 * index))
      } catch (error) {
        lose(used, error)
        return undefined
      }
    },
    get isUp() {
      return connection !== undefined
    },
    close() {
      state = 'closed'
      clearTimeout(retry)
      connection?.close()
      connection = undefined
    },
  }
}

const stateAt = (reply: readonly number[], at: number): CountState => ({
  fits: reply[at] === 1,
  used: reply[at + 1] as number,
  endsInMs: reply[at + 2] as number,
})

/** The cause of a failure. The text of the store's own errors may repeat a password, so only its code is used. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof ErrorReply) return error.message.split(' ', 1).join()
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name)
}
