import type { LinkId, Visit } from '@shortlink/core'
import { hitIdRanges } from '../../adapters/hits/hit-id-ranges.ts'
import { packVisits, type VisitBatch } from '../../adapters/hits/visit-batch.ts'

const BATCH = 250
/** What the hit worker is given at once when visits come faster than it stores them. */
export const AT_ONCE = 20_000

/** Makes a function that returns batches of visits of now to the first `links` links of the fixture. */
export function visitBatches(links: number): () => readonly VisitBatch[] {
  const ids = hitIdRanges({ replica: 0, clock: { now: Date.now } })
  const batch = () =>
    packVisits(
      ids(BATCH),
      Array.from({ length: BATCH }, () => aVisit(links)),
    )
  return () => Array.from({ length: AT_ONCE / BATCH }, batch)
}

/** Few links get most visits; agents and referrers repeat, addresses hardly. */
function aVisit(links: number): Visit {
  const n = Math.floor(links * Math.random() ** 4)
  const version = 100 + Math.floor(40 * Math.random() ** 2)
  return {
    link: `link-${10_000_000 + n}` as LinkId,
    at: Date.now(),
    ip: Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 223)).join('.'),
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
    referrer: Math.random() < 0.5 ? `https://news${Math.floor(50 * Math.random())}.example/` : null,
    rule: null,
    redirectedTo: `https://www.example.com/articles/2026/${n}/a-headline-of-some-length?utm_source=newsletter`,
  }
}
