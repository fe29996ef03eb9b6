import type { ErrorOf } from '@shortlink/core'
import { errAsync, ResultAsync } from 'neverthrow'

type Queue = <T>(work: () => Promise<T>) => ResultAsync<T, ErrorOf<'overloaded'>>

interface QueueLimits {
  /** Tasks that run at once, over all queues. */
  readonly concurrency: number
  /** Tasks that wait in each queue; one more is refused. */
  readonly maxWaiting: number
  /** How long a refused caller is advised to wait. */
  readonly retryAfterSeconds: number
}

/**
 * Makes queues that share slots: each queue is served in order, and queues with waiting tasks take turns. Unlike one limiter with one
 * queue, a flood in one queue does not delay another.
 */
export function fairQueues({ concurrency, maxWaiting, retryAfterSeconds }: QueueLimits): () => Queue {
  const queues: (() => void)[][] = []
  let running = 0
  let turn = 0

  /** Passes the slot on to the next queue with a waiting task, so that a task which comes later cannot overtake it. */
  function release() {
    for (let tried = 0; tried < queues.length; tried += 1) {
      turn = (turn + 1) % queues.length
      const start = queues[turn]?.shift()
      if (start) return start()
    }
    running -= 1
  }

  return function newQueue() {
    const waiting: (() => void)[] = []
    queues.push(waiting)

    async function run<T>(work: () => Promise<T>): Promise<T> {
      if (running < concurrency) running += 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        release()
      }
    }

    return (work) =>
      running >= concurrency && waiting.length >= maxWaiting
        ? errAsync({ type: 'overloaded', retryAfterSeconds })
        : ResultAsync.fromSafePromise(run(work))
  }
}
