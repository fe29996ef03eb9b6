import type { MessagePort } from 'node:worker_threads'
import { type Hit, type Hits, toHits, type Visitors } from '@shortlink/core'
import type { HitWriter } from '../sql/hits.ts'
import type { HitCall, HitReply, HitSink } from './hit-sink.ts'
import { hitIdsOf, unpackVisits, type VisitBatch } from './visit-batch.ts'

/** What is to be known of visits. */
interface VisitorParts {
  readonly visitors: Visitors
  /** Whether addresses are cut down before they are stored. */
  readonly anonymize: boolean
}

/** Looks up what is to be known of the visits and stores them, in the thread that calls. */
export async function storeVisits(
  { hits, ...parts }: VisitorParts & { readonly hits: HitWriter },
  batches: readonly VisitBatch[],
): Promise<void> {
  await hits.record(hitsIn(parts, batches))
}

/** Batch by batch: what is gone before the next one comes costs the garbage collector nothing. */
function* hitsIn(parts: VisitorParts, batches: readonly VisitBatch[]): Generator<Hit> {
  for (const batch of batches) yield* toHits(parts, unpackVisits(batch), hitIdsOf(batch))
}

/** A sink in the calling thread, for a store that lives in memory. */
export const localSink = ({ hits, ...parts }: VisitorParts & { readonly hits: Pick<Hits, 'record'> }): HitSink => ({
  store: (batches) => hits.record([...hitsIn(parts, batches)]),
  close: async () => {},
})

/** What a hit worker does: stores the batches that come through the port, one call after the other, until it is told to close. */
export function serveHits(
  port: MessagePort,
  store: (batches: readonly VisitBatch[]) => Promise<void>,
  close: () => Promise<void>,
) {
  let turn = Promise.resolve()
  port.on('message', (message: HitCall) => {
    turn = turn.then(async () => {
      if (message === 'close') {
        await close().catch(() => {})
        port.close()
        return
      }
      const reply = await store(message.batches).then(
        (): HitReply => ({ call: message.call }),
        (error: unknown): HitReply => ({ call: message.call, error: String(error) }),
      )
      port.postMessage(reply)
    })
  })
}
