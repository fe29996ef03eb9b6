import type { Worker } from 'node:worker_threads'
import type { HitCall, HitReply, HitSink } from './hit-sink.ts'

export interface HitThreadOptions {
  /** Starts a worker that runs `serveHits`. */
  readonly start: () => Worker
  /** Is told when a worker died, and why. */
  readonly onDeath?: (error: unknown) => void
  /** Milliseconds after which a worker that does not answer is taken for dead. */
  readonly timeoutMs?: number
}

export interface HitThread extends HitSink {
  /** Begins before there is anything to store, since the first batch should not wait. */
  warmUp(): void
}

interface Waiting {
  resolve(): void
  reject(error: Error): void
}

const CLOSE_TIMEOUT_MS = 1000

/** A sink in a thread of its own, which begins at the first call. One that dies fails what it had, and the next call gets a new one. */
export function hitThread({ start, onDeath = () => {}, timeoutMs: patience = 30_000 }: HitThreadOptions): HitThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let calls = 0

  function begin(): Worker {
    const begun = start()
    let why: unknown
    begun.on('message', ({ call, error }: HitReply) => {
      const waited = waiting.get(call)
      waiting.delete(call)
      if (error === undefined) waited?.resolve()
      else waited?.reject(new Error(error))
    })
    begun.on('error', (error) => {
      why = error
    })
    begun.on('exit', () => {
      if (worker !== begun) return
      worker = undefined
      onDeath(why)
      for (const { reject } of waiting.values()) reject(new Error('The hit worker died', { cause: why }))
      waiting.clear()
    })
    return begun
  }

  return {
    warmUp() {
      worker ??= begin()
    },
    async store(batches) {
      worker ??= begin()
      const hung = setTimeout(() => worker?.terminate(), patience)
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
