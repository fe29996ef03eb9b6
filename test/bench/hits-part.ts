import { storeVisits } from '@shortlink/adapters/hits'
import { openVisitors } from '@shortlink/adapters/visitors'
import type { LinkId, Visit } from '@shortlink/core'
import { hitIdRanges } from '../../adapters/hits/hit-id-ranges.ts'
import { packVisits } from '../../adapters/hits/visit-batch.ts'
import { type DatabaseName, openFixture, seedLinks } from './fixture.ts'
import { grouped } from './numbers.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'

const LINKS = 10_000
const BATCH = 250
/** What the hit worker is given at once when visits come faster than it stores them. */
const AT_ONCE = 20_000
const MEASURED = 300_000

/** What the hit worker does, lookups included, on top of the hits that are there already. */
export async function measureHits(database: DatabaseName, { stored }: { readonly stored: number }): Promise<Part> {
  const fixture = await openFixture(database)
  await fixture.run(seedLinks({ count: LINKS }))
  const emptySize = await fixture.size()
  const hits = fixture.openHits()
  const visitors = await openVisitors()
  const ids = hitIdRanges({ replica: 0, clock: { now: Date.now } })
  const aBatch = () => packVisits(ids(BATCH), Array.from({ length: BATCH }, aVisit))
  const store = () => storeVisits({ visitors, hits, anonymize: false }, Array.from({ length: AT_ONCE / BATCH }, aBatch))

  const began = performance.now()
  for (let done = 0; done < stored; done += AT_ONCE) {
    if (done % 100_000 === 0) progress(`hits: ${done} of ${stored} stored`)
    await store()
  }
  const fresh = stored / ((performance.now() - began) / 1000)
  progress('hits: measuring')
  const cpu = process.cpuUsage()
  const start = performance.now()
  for (let done = 0; done < MEASURED; done += AT_ONCE) await store()
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  visitors.close()
  await hits.close()
  const bytes = ((await fixture.size()) - emptySize) / (stored + MEASURED)
  return {
    title: `Hits on top of ${grouped(stored)}`,
    note: `Batches of ${BATCH}, ${AT_ONCE / BATCH} at once as the hit worker gets them under load: place and agent looked up, rows, counts and sums in one transaction, synced to the disk.`,
    figures: [
      { what: 'hits stored a second', value: MEASURED / seconds, unit: '/s', atLeast: 50_000 },
      { what: 'hits a second while they were filled in', value: fresh, unit: '/s' },
      { what: 'hits a second of this process’s CPU', value: MEASURED / ((user + system) / 1e6), unit: '/s' },
      { what: 'database, a hit', value: bytes, unit: 'bytes', atMost: 200 },
    ],
  }
}

/** Few links get most visits; agents and referrers repeat, addresses hardly. */
function aVisit(): Visit {
  const n = Math.floor(LINKS * Math.random() ** 4)
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
