import type { ErrorOf } from '@shortlink/core'
import { errAsync, ResultAsync } from 'neverthrow'

type Queue = <T>(work: () => Promise<T>) => ResultAsync<T, ErrorOf<'overloaded'>>

interface QueueLimits {
  /** Works that run at once, over all queues. */
  readonly concurrency: number
  /** Works that wait, in each queue; one more is refused. */
  readonly maxWaiting: number
  /** What a refused caller is advised to wait. */
  readonly retryAfterSeconds: number
}

/** Makes queues that share their workers: each queue is served in order, and queues with waiting work take turns. */
export function fairQueues({ concurrency, maxWaiting, retryAfterSeconds }: QueueLimits): () => Queue {
  const queues: (() => void)[][] = []
  let running = 0
  let turn = 0

  /** Gives the freed worker to the next queue with waiting work, so that work which comes later cannot overtake it. */
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
