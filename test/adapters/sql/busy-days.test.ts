import { openMemoryStore } from '@shortlink/adapters/memory'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { Link } from '@shortlink/core'
import { FACT_DIMENSIONS } from '@shortlink/core/adapter'
import { aHit, aLink, newOwner } from '@shortlink/core/contracts'
import { DAY_MS } from '@shortlink/core/host'
import type { Store, SumQuestion } from '@shortlink/core/ports'
import { expect, it } from 'vitest'
import { newPostgresDatabase, newSqliteFile } from '../../support/databases.ts'

const START = Date.UTC(2025, 0, 10)
const DAYS = 60
const RANGE = { from: START, to: START + DAYS * DAY_MS }
/** On every second day enough for the sums of the account to be used. */
const HITS = Array.from({ length: DAYS }, (_, day) =>
  Array.from({ length: day % 2 ? 1_100 : 3 }, (_, n) => ({
    ...{ at: START + day * DAY_MS + n * 60_000, country: 'US', city: `city ${n % 9}` },
    ...{ referrer: `https://site-${n % 5}.example/`, language: n % 2 ? 'de' : 'en' },
  })),
)
const QUESTIONS: readonly SumQuestion[] = [
  ...(['TOTAL', 'DAY', 'QUARTER', 'LOCAL_DAY', 'LOCAL_HOUR', 'LOCAL_WEEK_HOUR'] as const).map((by) => ({
    by,
    range: RANGE,
  })),
  ...FACT_DIMENSIONS.map((by) => ({ by, range: RANGE, take: 10, bots: 'INCLUDE' as const })),
]

const LINK = aLink()

async function answers(store: Store) {
  const owner = await newOwner(store)
  const link: Link = { ...LINK, owner }
  ;(await store.links.insert(link))._unsafeUnwrap()
  for (const hits of HITS) await store.hits.record(hits.map((given) => aHit(link.id, given)))
  for await (const _ of store.rolls.roll(RANGE.to + 2 * DAY_MS));
  const links = { owner, ids: null, tags: null, domain: null }
  const offsets = [{ ...RANGE, offsetMs: 60 * 60_000 }]
  return (await store.analytics.sums({ links, where: [], offsets, questions: QUESTIONS }))._unsafeUnwrap()
}

it.each<[string, () => Promise<Store>]>([
  ['sqlite', () => openSqliteStore({ file: newSqliteFile() })],
  ['postgres', async () => openPostgresStore({ url: await newPostgresDatabase() })],
])('an account that is busy on every second day gets every answer on %s', async (_name, open) => {
  const store = await open()
  const given = await answers(store)
  await store.close()
  expect(given).toEqual(await answers(openMemoryStore()))
})
