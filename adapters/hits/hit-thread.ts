import type { Worker } from 'node:worker_threads'
import type { Hit, Hits, Visitors } from '@shortlink/core'
import { toHits } from '@shortlink/core/adapter'
import { WorkerRpc } from '../kit/worker-rpc.ts'
import type { HitWriter } from '../sql/hits.ts'
import { hitIdsOf, unpackVisits, type VisitBatch } from './visit-batch.ts'

/** Stores batches of visits. */
export interface HitSink {
  /** Resolves when all batches are stored. Rejects when some may not be; storing them again does no harm. */
  store(batches: readonly VisitBatch[]): Promise<void>
  /** Finishes the call in flight within about a second, then frees what the sink holds. */
  close(): Promise<void>
}

export interface HitThreadOptions {
  /** Starts a worker that stores what it gets by `serveHits` and `storeVisits`. */
  readonly start: () => Worker
  /** Called when a worker died, with the reason if there is one. */
  readonly onDeath?: (error: unknown) => void
}

export interface HitThread extends HitSink {
  /** Starts the worker, so that the first batch need not wait for that. */
  warmUp(): void
}

/** A worker that takes longer to answer is terminated and counts as dead. */
const TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 1000

/** A sink in a worker thread. When it dies, its batches reject and the next call starts another. */
export function hitThread({ start, onDeath }: HitThreadOptions): HitThread {
  const options = { name: 'hit worker', start, onDeath, timeoutMs: TIMEOUT_MS, closeTimeoutMs: CLOSE_TIMEOUT_MS }
  const rpc = new WorkerRpc<readonly VisitBatch[], void>(options)
  return {
    warmUp: () => rpc.warmUp(),
    store: (batches) => rpc.call(batches),
    close: () => rpc.close(),
  }
}

/** What turns visits into hits. */
interface HitSources {
  readonly visitors: Visitors
  /** Whether addresses are cut down before they are stored. */
  readonly anonymize: boolean
}

/** Looks up place and agent of each visit and stores the hits, in the calling thread. */
export async function storeVisits(
  { hits, ...sources }: HitSources & { readonly hits: HitWriter },
  batches: readonly VisitBatch[],
): Promise<void> {
  await hits.record(hitsIn(sources, batches))
}

/** One batch at a time: objects that die before the next batch cost the garbage collector nothing. */
function* hitsIn(sources: HitSources, batches: readonly VisitBatch[]): Generator<Hit> {
  for (const batch of batches) yield* toHits(sources, unpackVisits(batch), hitIdsOf(batch))
}

/** A sink in the calling thread, for a store that lives in memory. */
export const localSink = ({ hits, ...sources }: HitSources & { readonly hits: Pick<Hits, 'record'> }): HitSink => ({
  store: (batches) => hits.record([...hitsIn(sources, batches)]),
  close: async () => {},
})
