import type { HitOptions } from '@shortlink/core/adapter'
import type { Hits } from '@shortlink/core/ports'
import { WorkerRpc, type WorkerRpcOptions } from '../kit/worker-rpc.ts'
import { storeHits } from './store-hits.ts'
import type { VisitBatch } from './visit-batch.ts'

/** Stores batches of visits. */
export interface HitSink {
  /**
   * Resolves when all batches are stored; then their memory is freed. Rejects when some may not be; storing them again does no harm.
   */
  store(batches: readonly VisitBatch[]): Promise<void>
  /** Finishes the call in flight within about a second, then frees the sink's resources. */
  close(): Promise<void>
}

/** A worker that takes longer to respond is terminated and counts as dead. */
const TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 1000

/**
 * A sink in a worker thread that stores its visits by `serveHits`. When the thread dies, its batches reject and the next call starts
 * another.
 */
export function hitThread(options: Pick<WorkerRpcOptions, 'start' | 'onDeath'>) {
  const rpc = new WorkerRpc<readonly VisitBatch[], void>({
    ...options,
    name: 'hit worker',
    timeoutMs: TIMEOUT_MS,
    closeTimeoutMs: CLOSE_TIMEOUT_MS,
  })
  return {
    /** Starts the worker, so that the first batch need not wait for that. */
    warmUp: () => rpc.warmUp(),
    store: (batches) => rpc.call(batches),
    close: () => rpc.close(),
  } satisfies HitSink & { warmUp(): void }
}

interface LocalSinkOptions extends HitOptions {
  readonly hits: Pick<Hits, 'record' | 'salt'>
}

/** A sink in the calling thread, for a store that lives in memory. */
export function localSink({ hits, ...options }: LocalSinkOptions): HitSink {
  const store = storeHits({
    ...options,
    hits: { salt: (day, proposed) => hits.salt(day, proposed), record: (recorded) => hits.record([...recorded]) },
  })
  return { store, close: async () => {} }
}
