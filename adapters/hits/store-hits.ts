import type { NewHit } from '@shortlink/core'
import { type HitOptions, toHits } from '@shortlink/core/adapter'
import type { Hits } from '@shortlink/core/ports'
import { rememberingReader } from './remembering-reader.ts'
import { hitIdsOf, unpackVisits, type VisitBatch } from './visit-batch.ts'
import { VisitorHashes } from './visitor-hashes.ts'

export interface StoreHitsOptions extends HitOptions {
  readonly hits: Pick<Hits, 'salt'> & { record(hits: Iterable<NewHit>): Promise<void> }
}

/** Creates a function that stores the hits of batches. Storing a batch again has no effect. */
export function storeHits({ hits, ...given }: StoreHitsOptions): (batches: readonly VisitBatch[]) => Promise<void> {
  const options = { reader: rememberingReader(), ...given }
  const visitors = new VisitorHashes(hits)

  return async (batches) => {
    const all = hitsOf(options, batches)
    if (!options.countsVisitors) return hits.record(all)
    let next = all.next()
    /** Yields hits up to one with an unknown visitor, which needs the salt of its day; the store takes hits without pausing. */
    function* knownHits(): Generator<NewHit> {
      for (; !next.done; next = all.next()) {
        const hit = next.value
        if (hit.firstToday === false) yield hit
        else {
          hit.visitor = visitors.of(hit)
          if (hit.visitor === undefined) return
          yield hit
        }
      }
    }
    while (!next.done) {
      await visitors.load(next.value)
      await hits.record(knownHits())
    }
  }
}

/** Looks up place and agent of each visit, one batch at a time: objects that die before the next cost the garbage collector nothing. */
function* hitsOf(options: HitOptions, batches: readonly VisitBatch[]): Generator<NewHit, void> {
  for (const batch of batches) yield* toHits(options, unpackVisits(batch), hitIdsOf(batch))
}
