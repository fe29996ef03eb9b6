import { storeHits } from '@shortlink/adapters/hits'
import { openVisitors } from '@shortlink/adapters/visitors'
import { type DatabaseName, openFixture, seedLinks } from './fixture.ts'
import { grouped } from './numbers.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'
import { ALL_NEW, AT_ONCE, type Shares, USUAL, visitBatches } from './visits.ts'

const LINKS = 10_000
const MEASURED = 300_000
/** Visitors of the day so far. */
const BEFORE = 300_000

/** What the hit worker does, lookups included, on top of the hits that are there already. */
export async function measureHits(database: DatabaseName, { stored }: { readonly stored: number }): Promise<Part> {
  const fixture = await openFixture(database)
  await fixture.run(seedLinks({ count: LINKS }))
  const emptySize = await fixture.size()
  const hits = fixture.openHits()
  const visitors = await openVisitors()
  const options = { hits, visitors, anonymize: false }
  const store = storeHits({ ...options, countsVisitors: true })
  // Of earlier days, whose visitors are forgotten.
  const storeEarlier = storeHits(options)

  async function measure(shares: Shares) {
    const batches = visitBatches(LINKS, visitors, shares)
    for (let done = 0; done < BEFORE; done += AT_ONCE) await store(batches())
    // Made before: visitors and the event loop's packing are no part of the worker.
    const measured = Array.from({ length: MEASURED / AT_ONCE }, batches)
    const cpu = process.cpuUsage()
    const start = performance.now()
    for (const given of measured) await store(given)
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(cpu)
    return { perSecond: MEASURED / seconds, perCpuSecond: MEASURED / ((user + system) / 1e6) }
  }

  const earlier = visitBatches(LINKS, visitors)
  const began = performance.now()
  for (let done = 0; done < stored; done += AT_ONCE) {
    if (done % 100_000 === 0) progress(`hits: ${done} of ${stored} stored`)
    await storeEarlier(earlier())
  }
  const filled = stored / ((performance.now() - began) / 1000)
  progress('hits: measuring')
  const usual = await measure(USUAL)
  const bytes = ((await fixture.size()) - emptySize) / (stored + BEFORE + MEASURED)
  const allNew = await measure(ALL_NEW)
  visitors.close()
  await hits.close()
  return {
    title: 'Storing hits',
    note: `On top of ${grouped(stored)} hits. ${NOTE}`,
    figures: [
      { what: 'hits stored per second', value: usual.perSecond, unit: '/s', atLeast: 50_000 },
      { what: 'hits stored per second, all visitors new', value: allNew.perSecond, unit: '/s' },
      { what: 'hits per second while seeding', value: filled, unit: '/s' },
      { what: 'hits per CPU second', value: usual.perCpuSecond, unit: '/s' },
      { what: 'database size per hit', value: bytes, unit: 'bytes', atMost: 200 },
    ],
  }
}

const NOTE = `${grouped(AT_ONCE)} visits at once, as the hit worker gets them under load: place and agent looked up, rows, counts and sums in one transaction, synced to the disk. ${percent(USUAL.bots)} of the visits are by bots, ${percent(USUAL.again)} of the others by people who were on the link before that day; ${percent(USUAL.campaigns)} of the links and ${percent(USUAL.ownCampaigns)} of the visits name a campaign; 40 % of the addresses are IPv6; 200 agents, 60 languages, 70 % of a link's visits from one country. ${grouped(BEFORE)} visits of the day are there before. “All visitors new” is what costs most: no bots, no visitor again, campaigns everywhere, after another ${grouped(BEFORE)}.`

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
