import { hitsOf } from '@shortlink/adapters/hits'
import { openVisitors } from '@shortlink/adapters/visitors'
import type { VisitBatch } from '../../adapters/hits/visit-batch.ts'
import { type DatabaseName, openFixture, seedLinks } from './fixture.ts'
import { grouped } from './numbers.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'
import { AT_ONCE, visitBatches } from './visits.ts'

const LINKS = 10_000
const MEASURED = 300_000

/** What the hit worker does, lookups included, on top of the hits that are there already. */
export async function measureHits(database: DatabaseName, { stored }: { readonly stored: number }): Promise<Part> {
  const fixture = await openFixture(database)
  await fixture.run(seedLinks({ count: LINKS }))
  const emptySize = await fixture.size()
  const hits = fixture.openHits()
  const visitors = await openVisitors()
  const batches = visitBatches(LINKS)
  const store = (given: readonly VisitBatch[]) => hits.record(hitsOf({ visitors, anonymize: false }, given))

  const began = performance.now()
  for (let done = 0; done < stored; done += AT_ONCE) {
    if (done % 100_000 === 0) progress(`hits: ${done} of ${stored} stored`)
    await store(batches())
  }
  const fresh = stored / ((performance.now() - began) / 1000)
  // Made before: visitors and the event loop's packing are no part of the worker.
  const measured = Array.from({ length: MEASURED / AT_ONCE }, batches)
  progress('hits: measuring')
  const cpu = process.cpuUsage()
  const start = performance.now()
  for (const given of measured) await store(given)
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  visitors.close()
  await hits.close()
  const bytes = ((await fixture.size()) - emptySize) / (stored + MEASURED)
  return {
    title: `Hits on top of ${grouped(stored)}`,
    note: `${grouped(AT_ONCE)} visits at once, as the hit worker gets them under load: place and agent looked up, rows, counts and sums in one transaction, synced to the disk.`,
    figures: [
      { what: 'hits stored a second', value: MEASURED / seconds, unit: '/s', atLeast: 50_000 },
      { what: 'hits a second while they were filled in', value: fresh, unit: '/s' },
      { what: 'hits a second of this process’s CPU', value: MEASURED / ((user + system) / 1e6), unit: '/s' },
      { what: 'database, a hit', value: bytes, unit: 'bytes', atMost: 200 },
    ],
  }
}
