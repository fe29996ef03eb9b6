import type { ErrorOf } from '@shortlink/core'
import type { HashWaiter } from '@shortlink/core/ports'
import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { KeyedQueue } from './keyed-queue.ts'

type Overloaded = ErrorOf<'overloaded'>
type Queue = <T>(work: () => Promise<T>, waiter?: HashWaiter) => ResultAsync<T, Overloaded>

interface QueueLimits {
  /** Maximum number of concurrent tasks over all queues. */
  readonly concurrency: number
  /** Tasks that wait in each queue; one more is refused. */
  readonly maxWaiting: number
  /** Retry delay for a refused caller. */
  readonly retryAfterSeconds: number
}

const stays = () => false

/**
 * Creates queues that share slots. Scheduling is round-robin among queues with waiting tasks, and among the callers within a queue, so that
 * a flood of one delays no other for long. A queue may bound the tasks of one caller.
 */
export function fairQueues({ concurrency, maxWaiting, retryAfterSeconds }: QueueLimits): (maxOfOne?: number) => Queue {
  const queues: KeyedQueue[] = []
  let running = 0
  let turn = 0

  /** Passes the slot to the next queue with a waiting task, so that a later task cannot overtake it. */
  function release() {
    for (let tried = 0; tried < queues.length; tried += 1) {
      turn = (turn + 1) % queues.length
      if (queues[turn]?.next()) return
    }
    running -= 1
  }

  return function newQueue(maxOfOne = maxWaiting) {
    const waiting = new KeyedQueue({ maxWaiting, maxOfOne })
    queues.push(waiting)

    async function run<T>(work: () => Promise<T>, { of = '', isGone = stays }: HashWaiter) {
      if (running < concurrency) running += 1
      else if (!(await waiting.wait(of, isGone))) return err({ type: 'overloaded' as const, retryAfterSeconds })
      try {
        return ok(await work())
      } finally {
        release()
      }
    }

    return <T>(work: () => Promise<T>, waiter: HashWaiter = {}) =>
      new ResultAsync<T, Overloaded>(run(work, waiter) as Promise<Result<T, Overloaded>>)
  }
}
