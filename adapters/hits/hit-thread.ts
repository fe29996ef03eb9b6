import type { Worker } from 'node:worker_threads'
import { WorkerRpc } from '../kit/worker-rpc.ts'
import type { HitSink } from './hit-sink.ts'
import type { VisitBatch } from './visit-batch.ts'

export interface HitThreadOptions {
  /** Starts a worker that runs `serveHits`. */
  readonly start: () => Worker
  /** Called when a worker died, with the reason if there is one. */
  readonly onDeath?: (error: unknown) => void
  /** A worker that takes longer to answer is terminated and counts as dead. */
  readonly timeoutMs?: number
}

export interface HitThread extends HitSink {
  /** Starts the worker, so that the first batch need not wait for that. */
  warmUp(): void
}

const TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 1000

/** A sink in a worker thread. When it dies, its batches reject and the next call starts another. */
export function hitThread({ start, onDeath, timeoutMs = TIMEOUT_MS }: HitThreadOptions): HitThread {
  const options = { name: 'hit worker', start, onDeath, timeoutMs, closeTimeoutMs: CLOSE_TIMEOUT_MS }
  const rpc = new WorkerRpc<readonly VisitBatch[], void>(options)
  return {
    warmUp: () => rpc.warmUp(),
    store: (batches) => rpc.call(batches),
    close: () => rpc.close(),
  }
}
