import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, LIST, LIST_WITH_COUNT, signUp } from './api.ts'
import { type DatabaseName, HIGH_LIMITS, openFixture, seedLinks, slugOf } from './fixture.ts'
import { CALLS, medianTime } from './median-time.ts'
import { METRICS } from './metrics.ts'
import { visit } from './neighbours-part.ts'
import { grouped } from './numbers.ts'
import { residentMiB } from './process-figures.ts'
import { DATABASE_PLACE, startOurs } from './processes.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'
import { browserRequest, visitsOf } from './requests.ts'

const POLL_MS = 1000

interface Sizes {
  readonly links: number
  readonly hits: number
}

/** What an owner of very many links waits for, and the reader of a link with very many hits. */
export async function measureGrowth(database: DatabaseName, { links, hits }: Sizes): Promise<Part> {
  const fixture = await openFixture(database)
  const { port, pid } = await startOurs({ ...fixture.environment, ...HIGH_LIMITS, ...METRICS })
  const owner = await signUp(port)
  progress(`growth: making ${grouped(links)} links and ${grouped(hits)} hits`)
  await fixture.run(seedLinks({ count: links, owner: owner.id }))
  await visit(port, visitsOf(links), hits / 2)
  await visit(port, visitsToOne(slugOf(1)), hits / 2)
  // As Postgres does by itself in time.
  if (database === 'postgres') await fixture.run('analyze')

  const hot = 'link-10000001'
  const middle = links / 2
  const asked = {
    list: () => owner.ask(LIST, { take: 20 }),
    counted: () => owner.ask(LIST_WITH_COUNT, { take: 20 }),
    middle: () => owner.ask(LIST, { take: 20, skip: middle }),
    found: () => owner.ask(LIST_WITH_COUNT, { take: 20, search: 'NUMBER 42' }),
    none: () => owner.ask(LIST_WITH_COUNT, { take: 20, search: 'zebra' }),
    analytics: () => owner.ask(ANALYTICS),
    hits: () => firstHits(owner, hot),
  }
  const times: Record<string, number> = {}
  progress('growth: waiting until totals are kept')
  await asked.analytics()
  while ((await fixture.count('kept_totals where is_complete = 1')) === 0) await sleep(POLL_MS)
  for (const [name, ask] of Object.entries(asked)) {
    progress(`growth: ${name}`)
    times[name] = await medianTime(ask)
  }
  const figure = (what: string, name: keyof typeof asked, atMost?: number) => ({
    what,
    value: times[name] as number,
    unit: 'ms',
    atMost,
  })
  return {
    title: 'Large account',
    note: `${grouped(links)} links of one owner. Medians of ${CALLS} calls over HTTP, one after the other. ${grouped(hits)} hits, half of them one link's. Totals are kept from the first call on, after some seconds. Searches come with their count; the first matches two links in a hundred. ${database === 'postgres' ? DATABASE_PLACE : ''}`,
    figures: [
      figure('shortlinkAnalytics with the top ten', 'analytics', 20),
      figure('search with results', 'found', 150),
      figure('search without results', 'none', 150),
      figure(`first 100 hits of a link with ${grouped(hits / 2)}`, 'hits', 10),
      figure('list, first page', 'list'),
      figure('list, first page and count', 'counted'),
      figure(`list, page at ${grouped(middle)}`, 'middle'),
      { what: 'memory', value: residentMiB(pid), unit: 'MiB' },
    ],
  }
}

const ANALYTICS = '{ shortlinkAnalytics { totalLinks trackedLinks totalClicks topLinks { id hitCount } } }'
const HITS =
  'query ($id: ID!) { getShortlinkInfo(id: $id) { hits(take: 100) { id ip createdAt device redirectedTo } } }'

async function firstHits(owner: Account, id: string) {
  const { getShortlinkInfo } = await owner.ask<{ getShortlinkInfo: { hits: unknown[] } }>(HITS, { id })
  if (getShortlinkInfo.hits.length !== 100) throw new Error(`Got ${getShortlinkInfo.hits.length} hits of 100`)
}

const visitsToOne = (slug: string) => Array.from({ length: 40_000 }, (_, index) => browserRequest(slug, index))
