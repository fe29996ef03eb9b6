import type { Hit, Hits } from '@shortlink/core'
import { toHits } from '@shortlink/core/adapter'
import { WorkerRpc, type WorkerRpcOptions } from '../kit/worker-rpc.ts'
import { hitIdsOf, unpackVisits, type VisitBatch } from './visit-batch.ts'

/** Stores batches of visits. */
export interface HitSink {
  /**
   * Resolves when all batches are stored; then their memory is freed. Rejects when some may not be; storing them again does no harm.
   */
  store(batches: readonly VisitBatch[]): Promise<void>
  /** Finishes the call in flight within about a second, then frees what the sink holds. */
  close(): Promise<void>
}

/** A worker that takes longer to answer is terminated and counts as dead. */
const TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 1000

/** A sink in a worker thread that stores what it gets by `serveHits`. When it dies, its batches reject and the next call starts another. */
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

type HitSources = Parameters<typeof toHits>[0]

/** Looks up place and agent of each visit, one batch at a time: objects that die before the next cost the garbage collector nothing. */
export function* hitsOf(sources: HitSources, batches: readonly VisitBatch[]): Generator<Hit> {
  for (const batch of batches) yield* toHits(sources, unpackVisits(batch), hitIdsOf(batch))
}

/** A sink in the calling thread, for a store that lives in memory. */
export const localSink = ({ hits, ...sources }: HitSources & { readonly hits: Pick<Hits, 'record'> }): HitSink => ({
  store: (batches) => hits.record([...hitsOf(sources, batches)]),
  close: async () => {},
})
