import type { MessagePort } from 'node:worker_threads'
import type { Hit, Hits, Visitors } from '@shortlink/core'
import { toHits } from '@shortlink/core/adapter'
import { serveCalls } from '../kit/serve-calls.ts'
import type { HitWriter } from '../sql/hits.ts'
import type { HitSink } from './hit-sink.ts'
import { hitIdsOf, unpackVisits, type VisitBatch } from './visit-batch.ts'

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

/** Stores the batches that come through the port of a hit worker, one call after the other; `close` runs after the last one. */
export function serveHits(
  port: MessagePort,
  store: (batches: readonly VisitBatch[]) => Promise<void>,
  close: () => Promise<void>,
): void {
  serveCalls(port, store, close)
}
