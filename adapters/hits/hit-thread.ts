import type { Worker } from 'node:worker_threads'
import type { HitCall, HitReply, HitSink } from './hit-sink.ts'

export interface HitThreadOptions {
  /** Starts a worker that runs `serveHits`. */
  readonly start: () => Worker
  /** Called when a worker died, with the error if there is one. */
  readonly onDeath?: (error: unknown) => void
  /** A worker that does not answer within this time is terminated. */
  readonly timeoutMs?: number
}

export interface HitThread extends HitSink {
  /** Starts the worker ahead of the first batch, which then does not wait for it. */
  warmUp(): void
}

interface Waiting {
  resolve(): void
  reject(error: Error): void
}

const CLOSE_TIMEOUT_MS = 1000

/** A sink in a worker thread, started at the first call. When a worker dies, its calls reject and the next call starts a new one. */
export function hitThread({ start, onDeath = () => {}, timeoutMs = 30_000 }: HitThreadOptions): HitThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let calls = 0

  function startWorker(): Worker {
    const started = start()
    let cause: unknown
    started.on('message', ({ call, error }: HitReply) => {
      const waited = waiting.get(call)
      waiting.delete(call)
      if (error === undefined) waited?.resolve()
      else waited?.reject(new Error(error))
    })
    started.on('error', (error) => {
      cause = error
    })
    started.on('exit', () => {
      if (worker !== started) return
      worker = undefined
      onDeath(cause)
      for (const { reject } of waiting.values()) reject(new Error('The hit worker died', { cause }))
      waiting.clear()
    })
    return started
  }

  return {
    warmUp() {
      worker ??= startWorker()
    },
    async store(batches) {
      worker ??= startWorker()
      const hung = setTimeout(() => worker?.terminate(), timeoutMs)
      try {
        await new Promise<void>((resolve, reject) => {
          const call = calls++
          waiting.set(call, { resolve, reject })
          worker?.postMessage({ call, batches } satisfies HitCall)
        })
      } finally {
        clearTimeout(hung)
      }
    },
    async close() {
      const ending = worker
      if (ending === undefined) return
      worker = undefined
      // Not `once` of node:events, which rejects when the worker fails meanwhile.
      const exited = new Promise((resolve) => ending.once('exit', resolve))
      ending.postMessage('close' satisfies HitCall)
      const hung = setTimeout(() => ending.terminate(), CLOSE_TIMEOUT_MS)
      await exited
      clearTimeout(hung)
    },
  }
}
