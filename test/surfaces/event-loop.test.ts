import { ANALYTICS_DIMENSIONS, type Hit, type LinkId } from '@shortlink/core'
import { aHit } from '@shortlink/core/contracts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Account, accountWithLink, useServerWithStore } from '../hosts/rest/fixture.ts'
import { longestTurn, shortestOfRounds } from '../support/longest-turn.ts'
import { DATABASES } from '../support/server.ts'

const HOUR_MS = 3_600_000
const VISITS = 3000
/** The longest series has 2,000. */
const HOURS = 1990
/** Aliases of one field that a query may have. */
const BREAKDOWNS = 15
const LONGEST_TURN_MS = 5

const NOW = Date.now()

/** Hundreds of values of most facts. */
const aVisit = (link: LinkId, n: number): Hit =>
  aHit(link, {
    ...{
      at: NOW - (n % HOURS) * HOUR_MS - 1,
      country: 'US',
      subdivision: `Region ${n % 150}`,
      city: `City ${n % 700}`,
    },
    ...{ browser: { name: `Browser ${n % 100}`, version: null }, os: { name: `System ${n % 100}`, version: null } },
    ...{ referrer: `https://site-${n % 300}.example/`, redirectedTo: `https://example.com/${n % 200}` },
    utm: { source: `s${n % 110}`, medium: `m${n % 110}`, campaign: `c${n % 110}`, term: `t${n % 110}`, content: null },
  })

const breakdowns = ANALYTICS_DIMENSIONS.slice(0, BREAKDOWNS).map(
  (by) => `${by}: breakdown(by: ${by}, take: 100) { rows { value label hits bots visitors } other { hits } }`,
)

describe.each(DATABASES)('an account of many visits on %s', (database) => {
  const server = useServerWithStore(database)
  let account: Account

  beforeAll(async () => {
    const made = await accountWithLink(server.url)
    account = made.account
    const visits = Array.from({ length: VISITS }, (_, n) => aVisit(made.link.id, n))
    for (let from = 0; from < VISITS; from += 1000) await server.store.hits.record(visits.slice(from, from + 1000))
  })

  async function read(path: string, init: RequestInit = {}) {
    const headers = { ...account.headers, 'content-type': 'application/json' }
    const response = await fetch(`${server.url}${path}`, { headers, ...init })
    expect(response.status).toBe(200)
    return (await response.bytes()).length
  }

  /** Ranges differ, since an answer is kept for ten seconds. */
  function analytics(selection: string, round: number) {
    const [from, to] = [NOW - HOURS * HOUR_MS, NOW - round * HOUR_MS].map((at) => new Date(at).toISOString())
    const filter = `{ from: "${from}", to: "${to}", timeZone: "Asia/Kathmandu" }`
    const body = JSON.stringify({ query: `{ analytics(filter: ${filter}) { totals { hits } ${selection} } }` })
    return read('/graphql', { method: 'POST', body })
  }

  it.each<[string, number, (round: number) => Promise<number>]>([
    ['fifteen breakdowns of a hundred rows', 50_000, (round) => analytics(breakdowns.join(' '), round)],
    ['a series of hours', 100_000, (round) => analytics('series(interval: HOUR) { at hits bots visitors }', round)],
    ['an export', 500_000, () => read('/api/v1/hits?format=csv')],
  ])('no turn of the event loop takes 5 ms for %s', async (_what, atLeast, ask) => {
    const measure = (round: number) => longestTurn(async () => expect(await ask(round)).toBeGreaterThan(atLeast))
    expect(await shortestOfRounds(LONGEST_TURN_MS, measure)).toBeLessThan(LONGEST_TURN_MS)
  })
})
