import type { Hit, LinkId, NewHit } from '@shortlink/core'
import { aHit, newLink, newOwner, removeAll } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'
import { storeWithSql } from '../../support/store-with-sql.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.each(['sqlite', 'postgres'] as const)('visitors of links, on %s', (database) => {
  async function setUp() {
    const { store, run } = await storeWithSql(database)
    const owner = await newOwner(store)
    const [link, other] = [await newLink(store, { owner }), await newLink(store, { owner })]
    const numberOf = async ({ id }: { id: LinkId }) =>
      ((await run('select no from links where id = $1', [id])) as { no: number }[])[0]?.no
    const lateDays = async () => await run('select link_no, day from late_days order by link_no, day')
    return { store, run, owner, link, other, numberOf, lateDays, now: Date.now() }
  }

  it('the visitors of a day are its first hits, by country and device, also after hits were recorded again', async () => {
    const { store, run, link, other, now } = await setUp()
    const hits = Array.from({ length: 600 }, (_, n): NewHit => {
      const { id } = n % 3 ? link : other
      const given: Partial<Hit> = {
        at: now - (n % 2) * DAY,
        country: n % 5 ? 'NP' : null,
        device: n % 4 ? 'mobile' : 'desktop',
      }
      const hit = aHit(id, given)
      return n % 7 ? { ...hit, visitor: BigInt(n % 50) } : { ...hit, firstToday: n % 2 ? null : false }
    })
    const batches = Array.from({ length: 12 }, (_, batch) => hits.slice(batch * 50, batch * 50 + 50))
    await Promise.all([...batches, ...batches].map((batch) => store.hits.record(batch)))
    await store.hits.record(hits)
    const counted = await run(`
      select link_no, day, coalesce(country, '') as country, device, count(*) as count, count(case when fresh = 1 then 1 end) as visitors
      from (select *, at / ${DAY} as day from hits) as hits
      join hit_places on hit_places.no = place_no join hit_agents on hit_agents.no = agent_no
      group by link_no, day, country, device order by link_no, day, country, device`)
    const kept = await run(`
      select link_no, day, country, device, count, visitors from hit_days order by link_no, day, country, device`)
    expect(numbersOf(kept)).toEqual(numbersOf(counted))
    const [sums] = numbersOf(await run('select sum(count) as count, sum(visitors) as visitors from hit_days'))
    const [visitors] = numbersOf(
      await run(`
        select (select count(*) from hit_visitors) + coalesce(sum(length(visitors)), 0) / 12 as visitors from visitor_batches`),
    )
    expect(sums).toEqual({ count: 600, ...visitors })
  })

  it('days of hits that are stored more than four minutes after the visit are marked, until the link is removed', async () => {
    const { store, owner, link, other, numberOf, lateDays, now } = await setUp()
    await store.hits.record([aHit(link.id, { at: now }), aHit(other.id, { at: now - 3 * MINUTE })])
    expect(await lateDays()).toEqual([])
    const late = [now - 5 * MINUTE, now - 3 * DAY]
    await store.hits.record([aHit(other.id, { at: now }), ...late.map((at) => aHit(link.id, { at }))])
    await store.hits.record([aHit(link.id, { at: now - 3 * DAY })])
    const days = late.map((at) => Math.floor(at / DAY)).reverse()
    const link_no = await numberOf(link)
    expect(await lateDays()).toEqual(days.map((day) => ({ link_no, day })))
    await store.links.deleteOwned(owner, link.id)
    await removeAll(store)
    expect(await lateDays()).toEqual([])
  })

  it('a hit that is stored again marks no day', async () => {
    const { store, run, link, lateDays, now } = await setUp()
    const hit = aHit(link.id, { at: now - DAY })
    await store.hits.record([hit])
    await run('delete from late_days')
    await store.hits.record([hit])
    expect(await lateDays()).toEqual([])
  })

  it('hits of servers of the version before have neither language, campaign nor first visit, and count no visitor', async () => {
    const { store, run, link, now } = await setUp()
    const campaign = { source: 'news', medium: null, campaign: null, term: null, content: null }
    const hit = aHit(link.id, { at: now, language: 'ne', utm: campaign, firstToday: true })
    await store.hits.record([hit])
    await run(`
      insert into hits (id, link_no, at, ip, rule, agent_no, place_no, referrer_no, destination_no)
      select id + 1, link_no, at, ip, rule, agent_no, place_no, referrer_no, destination_no from hits`)
    await run('update hit_days set count = count + 1')
    const old = { ...hit, id: String(BigInt(hit.id) + 1n), language: null, utm: null, firstToday: null }
    expect(await store.hits.listByLink(link.id, { skip: 0, take: 10 })).toEqual([old, hit])
    expect(numbersOf(await run('select count, visitors from hit_days'))).toEqual([{ count: 2, visitors: 1 }])
  })
})

/** Sums come as text from Postgres. */
const numbersOf = (rows: readonly unknown[]) =>
  (rows as Record<string, unknown>[]).map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, /^\d+$/.test(`${value}`) ? Number(value) : value]),
    ),
  )
