import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { Link, NewHit, UserId } from '@shortlink/core'
import { FACT_DIMENSIONS, QUARTER_MS, visitValue } from '@shortlink/core/adapter'
import { aHit, newLink, newOwner, removeAll } from '@shortlink/core/contracts'
import { DAY_MS } from '@shortlink/core/host'
import type { Store, SumQuestion, SumRow, Sums } from '@shortlink/core/ports'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  MAX_VALUES,
  ROLL_DIMENSIONS,
  UNKNOWN_QUARTER,
} from '../../../adapters/sql/analytics/expressions/roll-dimensions.ts'
import { newPostgresDatabase, newSqliteFile } from '../../support/databases.ts'

const MINUTE_MS = 60_000
/** Visits of the samples are of a day that is over, so that what is counted does not depend on the time at which the tests run. */
const YESTERDAY = (Math.floor(Date.now() / DAY_MS) - 1) * DAY_MS
/** When all visits of the samples of the day are settled, but the day is not over. */
const EVENING = YESTERDAY + 20 * 60 * MINUTE_MS
/** When the sums of the day are complete. */
const NEXT_DAY = YESTERDAY + DAY_MS + 70 * MINUTE_MS

describe.each(['sqlite', 'postgres'] as const)('sums of days with many visits, on %s', (database) => {
  async function setUp() {
    const file = newSqliteFile()
    const url = database === 'sqlite' ? file : await newPostgresDatabase()
    const open = async (): Promise<Store> => {
      const store = database === 'sqlite' ? openSqliteStore({ file, exclusive: false }) : openPostgresStore({ url })
      onTestFinished(async () => (await store).close())
      return store
    }
    const store = await open()
    const run = runner(database, url)
    const owner = await newOwner(store)
    const [link, other] = [await newLink(store, { owner }), await newLink(store, { owner })]
    const sums = (table: string) => readSums(run, table)
    return { store, open, owner, link, other, run, sums }
  }

  it('are made once a day has a thousand visits, and hold each of them by each of its facts', async () => {
    const { store, link, run, sums } = await setUp()
    const hits = sampleHits(link, 1_200)
    await store.hits.record(hits.slice(0, 999))
    await roll(store, EVENING)
    expect(await run('select * from rolled_days')).toEqual([])
    await store.hits.record(hits.slice(999))
    await roll(store, EVENING)
    const { LINK: _, COUNTRY, DEVICE, ...own } = expectedSums(hits)
    expect(await sums('hit_rolls')).toEqual(own)
    expect(await sums('owner_rolls')).toMatchObject({ ...own, COUNTRY, DEVICE })
    expect(await store.rolls.check()).toEqual([])
    expect(await run('select * from late_days')).toEqual([])
  })

  it('take up new visits when there are a thousand of them, those of the last five minutes excepted', async () => {
    const { store, link, run } = await setUp()
    await run(`insert into roll_progress values ('looked at', '0')`)
    const hits = sampleHits(link, 3_400)
    const two = YESTERDAY + 14 * 60 * MINUTE_MS
    await store.hits.record(hits.slice(0, 1_000))
    await store.hits.record(hits.slice(1_000).map((hit) => aHit(link.id, { ...hit, ...withId(link, two) })))
    await run('delete from late_days')
    await roll(store, two + 4 * MINUTE_MS)
    expect((await run('select cast(hits as text) as hits from rolled_days'))[0]?.hits).toBe('1000')
    await roll(store, two + 6 * MINUTE_MS)
    expect((await run('select cast(hits as text) as hits from rolled_days'))[0]?.hits).toBe('3400')
    expect(await store.rolls.check()).toEqual([])
  })

  it('have the values with the most visits once the day is over', async () => {
    const { store, link, sums, run } = await setUp()
    await run(`insert into roll_progress values ('looked at', '0')`)
    const from = (referrer: number, count: number) =>
      Array.from({ length: count }, () =>
        aHit(link.id, { at: YESTERDAY + 1, referrer: `https://r${referrer}.example/` }),
      )
    const early = Array.from({ length: 1_000 }, (_, n) => from(n % 250, 1)).flat()
    await store.hits.record(early)
    await run('delete from late_days')
    await roll(store, EVENING)
    const popular = from(1_000, 1_500)
    await store.hits.record(popular)
    await run('delete from late_days')
    await roll(store, EVENING + 1)
    expect(Object.keys((await sums('hit_rolls')).REFERRER ?? {})).not.toContain('r1000.example')
    await roll(store, NEXT_DAY)
    for (const table of ['hit_rolls', 'owner_rolls']) {
      const { REFERRER = {} } = await sums(table)
      expect(REFERRER['r1000.example']).toEqual({ hits: 1_500, bots: 0, visitors: 0 })
      expect(Object.keys(REFERRER)).toHaveLength(MAX_VALUES)
    }
    expect(await store.rolls.check()).toEqual([])
  })

  it('have the values of a dimension that a server of the version before did not sum, once the day is over', async () => {
    const { store, link, sums, run } = await setUp()
    await run(`insert into roll_progress values ('looked at', '0')`)
    const hits = sampleHits(link, 2_400)
    await store.hits.record(hits.slice(0, 1_200))
    await run('delete from late_days')
    await roll(store, EVENING)
    for (const table of ['hit_rolls', 'owner_rolls'])
      await run(`delete from ${table} where dimension = ${ROLL_DIMENSIONS.REF}`)
    await store.hits.record(hits.slice(1_200))
    await run('delete from late_days')
    await roll(store, NEXT_DAY)
    for (const table of ['hit_rolls', 'owner_rolls']) expect((await sums(table)).REF).toEqual(expectedSums(hits).REF)
    expect(await store.rolls.check()).toEqual([])
  })

  it('have an empty value for the visits of a day that was summed before visits had a reference', async () => {
    const { store, link, sums, run, open } = await setUp()
    const hits = sampleHits(link, 1_200).map((hit) => ({ ...hit, ref: null }))
    await store.hits.record(hits)
    await roll(store, EVENING)
    for (const table of ['hit_rolls', 'owner_rolls'])
      await run(`delete from ${table} where dimension = ${ROLL_DIMENSIONS.REF}`)
    await run('alter table hits drop column ref')
    // Migrations run in order, so the later ones are undone too.
    const added = [
      'sessions',
      'audit_entries',
      'reset_links',
      'stat_shares',
      'oauth_records',
      'saved_views',
      'qr_styles',
      'imports',
      'import_parts',
      'campaign_templates',
      'link_defaults',
      'annotations',
      'bio_views',
    ]
    for (const table of added) await run(`drop table ${table}`)
    for (const column of ['scopes', 'target_hosts', 'rotated_from', 'pepper', 'last_used_network'])
      await run(`alter table api_keys drop column ${column}`)
    for (const column of ['text', 'picture_url', 'colors', 'views'])
      await run(`alter table bio_pages drop column ${column}`)
    await run('drop index users_administrators')
    await run('drop index links_by_external_id')
    await run('alter table links drop column external_id')
    await run('alter table users drop column role')
    for (const table of ['invitations', 'blocked_hosts', 'blocklist_state', 'reports']) await run(`drop table ${table}`)
    await run(`delete from kysely_migration where name >= '0022-visit-refs'`)
    await open()
    for (const table of ['hit_rolls', 'owner_rolls']) expect((await sums(table)).REF).toEqual(expectedSums(hits).REF)
    expect(await store.rolls.check()).toEqual([])
  })

  it('are made anew with visits that were stored late', async () => {
    const { store, link, other, sums, run } = await setUp()
    const hits = [...sampleHits(link, 1_100), ...sampleHits(other, 1_100)]
    await store.hits.record(hits)
    await roll(store, NEXT_DAY)
    const late = sampleHits(link, 30, 1_100)
    await store.hits.record(late)
    expect(await run('select * from late_days')).toHaveLength(1)
    await roll(store, NEXT_DAY + 1)
    expect(await sums('owner_rolls')).toMatchObject(withoutLinks(expectedSums([...hits, ...late])))
    expect(await run('select * from late_days')).toEqual([])
    expect(await store.rolls.check()).toEqual([])
  })

  it('lose the visits of a deleted link, of which nothing is left in the end', async () => {
    const { store, link, other, owner, sums, run } = await setUp()
    const hits = sampleHits(other, 1_100)
    await store.hits.record([...sampleHits(link, 1_300), ...hits])
    await roll(store, NEXT_DAY)
    await store.hits.record(sampleHits(link, 3, 1_300))
    await store.links.deleteBySlug('', link.slug)
    await removeAll(store)
    expect(await run(`select * from rolled_days where link_no not in (select no from links)`)).toEqual([])
    expect(await run(`select * from hit_rolls where link_no not in (select no from links)`)).toEqual([])
    await roll(store, NEXT_DAY + 1)
    expect(await sums('owner_rolls')).toMatchObject(withoutLinks(expectedSums(hits)))
    expect(await store.rolls.check()).toEqual([])
    await store.users.delete(owner)
    await removeAll(store)
    for (const table of ['rolled_days', 'hit_rolls', 'owner_rolled_days', 'owner_rolls', 'late_days', 'deleted_links'])
      expect(await run(`select * from ${table}`)).toEqual([])
  })

  it('of an account are made anew when a server of the version before removes a deleted link', async () => {
    const { store, link, other, sums, run } = await setUp()
    const hits = sampleHits(other, 1_100)
    await store.hits.record([...sampleHits(link, 1_300), ...hits])
    await roll(store, NEXT_DAY)
    await run('insert into late_days (link_no, day) select link_no, day from rolled_days')
    await store.links.deleteBySlug('', link.slug)
    const removed = '(select link_no from deleted_links)'
    for (const table of ['hits', 'hit_days', 'link_hits', 'deleted_links'])
      await run(`delete from ${table} where link_no in ${removed}`)
    for (const table of ['rolled_days', 'hit_rolls', 'late_days'])
      expect(await run(`select * from ${table} where link_no not in (select no from links)`)).toEqual([])
    await roll(store, NEXT_DAY + 1)
    expect(await sums('owner_rolls')).toMatchObject(withoutLinks(expectedSums(hits)))
    expect(await store.rolls.check()).toEqual([])
  })

  it('of an account are made anew when a server of the version before removes visits at the same time', async () => {
    const { store, link, other, sums, run } = await setUp()
    const hits = sampleHits(other, 1_100)
    await store.hits.record([...sampleHits(link, 1_300), ...hits])
    await roll(store, NEXT_DAY)
    await store.links.deleteBySlug('', link.slug)
    await run('delete from hits where link_no in (select link_no from deleted_links) and id % 2 = 0')
    await removeAll(store)
    await roll(store, NEXT_DAY + 1)
    expect(await sums('owner_rolls')).toMatchObject(withoutLinks(expectedSums(hits)))
  })

  it('are removed when a server of the version before deletes their account', async () => {
    const { store, link, owner, run } = await setUp()
    await store.hits.record(sampleHits(link, 1_100))
    await roll(store, NEXT_DAY)
    for (const [table, key] of [
      ['links', 'owner'],
      ['users', 'id'],
    ])
      await run(`delete from ${table} where ${key} = '${owner}'`)
    await removeAll(store)
    await roll(store, NEXT_DAY + 1)
    for (const table of ['rolled_days', 'hit_rolls', 'owner_rolled_days', 'owner_rolls', 'deleted_links'])
      expect(await run(`select * from ${table}`)).toEqual([])
  })

  it('lose the visits of many deleted links together', async () => {
    const { store, link, owner, sums, run } = await setUp()
    const many = await Promise.all(Array.from({ length: 60 }, () => newLink(store, { owner })))
    const days = [0, 1, 2].map((back) => back * DAY_MS)
    const on = (of: Link, count: number) =>
      days.flatMap((back) => sampleHits(of, count).map((hit) => aHit(of.id, { ...hit, ...withId(of, hit.at - back) })))
    const hits = on(link, 1_050)
    await store.hits.record([...hits, ...many.flatMap((link) => on(link, 10))])
    await run('delete from late_days')
    await roll(store, NEXT_DAY)
    for (const { slug } of many) await store.links.deleteBySlug('', slug)
    let steps = 0
    for await (const _ of store.removals.run()) steps += 1
    expect(steps).toBeLessThan(many.length)
    expect(await sums('owner_rolls')).toMatchObject(withoutLinks(expectedSums(hits)))
    expect(await store.rolls.check()).toEqual([])
  })

  it('are made of all visits after an upgrade, and by one of several callers', async () => {
    const { store, open, link, other, sums, run } = await setUp()
    const days = [0, 1, 40].map((back) =>
      sampleHits(link, 1_050).map((hit) => aHit(link.id, { ...hit, ...withId(link, hit.at - back * DAY_MS) })),
    )
    const hits = [...days.flat(), ...sampleHits(other, 20)]
    await store.hits.record(hits)
    await run('delete from late_days')
    const replica = await open()
    await Promise.all([store, replica, store].map((store) => roll(store, EVENING)))
    expect(await sums('hit_rolls')).toEqual(expect.objectContaining({ REFERRER: expectedSums(days.flat()).REFERRER }))
    expect(await sums('owner_rolls')).toMatchObject({ REFERRER: expectedSums(hits).REFERRER })
    expect(await run('select * from rolled_days')).toHaveLength(3)
    expect(await store.rolls.check()).toEqual([])
  })

  it('stay when the visits are purged, and an account still loses those of a deleted link', async () => {
    const { store, link, other, owner, run, sums } = await setUp()
    const third = await newLink(store, { owner })
    const [many, some, few] = [sampleHits(link, 1_100), sampleHits(other, 120), sampleHits(third, 30)]
    await store.hits.record([...many, ...some, ...few])
    await roll(store, NEXT_DAY)
    for await (const _ of store.hitRetention.purge(YESTERDAY + DAY_MS));
    expect(await run('select * from hits')).toEqual([])
    const [known, account] = [expectedSums([...many, ...some]), await sums('owner_rolls')]
    expect(await sums('hit_rolls')).toMatchObject({ OS: known.OS, QUARTER: known.QUARTER })
    const unknown = sumOf(few)
    const all = expectedSums([...many, ...some, ...few])
    const { COUNTRY, DEVICE } = all
    expect(account).toMatchObject({ COUNTRY, DEVICE, UTM_MEDIUM: { mail: known.UTM_MEDIUM?.mail } })
    expect(account.UTM_MEDIUM?.['']).toEqual(plus(known.UTM_MEDIUM?.[''], unknown))
    expect(account.QUARTER?.[`${UNKNOWN_QUARTER}`]).toEqual(plus(known.QUARTER?.[UNKNOWN_QUARTER], unknown))
    expect(await store.rolls.check()).toEqual([])
    for (const { slug } of [third, link]) await store.links.deleteBySlug('', slug)
    await removeAll(store)
    expect(await sums('owner_rolls')).toMatchObject(withoutLinks(expectedSums(some)))
    expect(await store.rolls.check()).toEqual([])
  })

  it('of an account have every visit when visits are purged before sums are made, and when more come later', async () => {
    const { store, link, other, owner, run } = await setUp()
    const onDay = (of: Link, day: number, count: number) =>
      sampleHits(of, count).map((hit) => aHit(of.id, { ...hit, ...withId(of, hit.at + day * DAY_MS) }))
    await store.hits.record([...onDay(link, -2, 700), ...onDay(other, -2, 500), ...onDay(link, -1, 1_100)])
    await store.hits.record([...onDay(other, 0, 10)])
    const before = await countsOf(store, owner)
    for await (const _ of store.hitRetention.purge(YESTERDAY));
    expect(await run('select * from hits')).toHaveLength(10)
    await roll(store, NEXT_DAY)
    expect(await countsOf(store, owner)).toEqual(before)
    await store.hits.record(onDay(other, -1, 950))
    await roll(store, NEXT_DAY + 1)
    expect(await run('select * from late_days')).toEqual([])
    const { TOTAL, DAY } = await countsOf(store, owner)
    expect(TOTAL?.map(({ hits }) => hits)).toEqual([3_260])
    expect(DAY?.map(({ hits }) => hits)).toEqual([1_200, 2_050, 10])
    expect(await store.rolls.check()).toEqual([])
    await store.hits.record(onDay(link, -1, 5))
    await store.links.deleteBySlug('', link.slug)
    await removeAll(store)
    await roll(store, NEXT_DAY + 2)
    expect((await countsOf(store, owner)).DAY?.map(({ hits }) => hits)).toEqual([500, 950, 10])
    expect(await store.rolls.check()).toEqual([])
  })

  it('of purged days lose no visits that they never had: those of a deleted link that came late', async () => {
    const { store, link, other, sums } = await setUp()
    const hits = sampleHits(other, 1_100)
    await store.hits.record([...sampleHits(link, 120), ...hits])
    await roll(store, NEXT_DAY)
    for await (const _ of store.hitRetention.purge(YESTERDAY + DAY_MS));
    await store.hits.record(sampleHits(link, 30, 120))
    await store.links.deleteBySlug('', link.slug)
    await removeAll(store)
    await roll(store, NEXT_DAY + 1)
    expect(await sums('owner_rolls')).toMatchObject(withoutLinks(expectedSums(hits)))
    expect(await store.rolls.check()).toEqual([])
  })

  it('of an account have each visited link and each country, however many there are', async () => {
    const { store, owner, sums } = await setUp()
    const links = await Promise.all(Array.from({ length: 300 }, () => newLink(store, { owner })))
    const visits = (count: number) =>
      links.flatMap((link, n) => sampleHits(link, count).map((hit) => aHit(link.id, { ...hit, country: `${n % 230}` })))
    const hits = [...visits(4), ...visits(5)]
    await store.hits.record(hits.slice(0, 1_200))
    await roll(store, EVENING)
    await store.hits.record(hits.slice(1_200))
    await roll(store, NEXT_DAY)
    const expected = expectedSums(hits)
    const { LINK, COUNTRY } = await sums('owner_rolls')
    expect(Object.keys(LINK ?? {})).toHaveLength(300)
    expect(COUNTRY).toEqual(expected.COUNTRY)
    const answered = (await countsOf(store, owner)).LINK ?? []
    expect(
      Object.fromEntries(answered.map(({ value, hits, bots, visitors }) => [value, { hits, bots, visitors }])),
    ).toEqual(expected.LINK)
    expect(await store.rolls.check()).toEqual([])
  })

  it('are not made again and again where counts differ from visits, but once the counts are repaired', async () => {
    const { store, link, owner, run } = await setUp()
    await store.hits.record(sampleHits(link, 2_100))
    await run(`update hit_days set count = count + 1500 where country = 'DE' and device = 'mobile'`)
    const days = async () => [
      ...(await run('select * from rolled_days')),
      ...(await run('select * from owner_rolled_days')),
    ]
    await roll(store, NEXT_DAY)
    const given = await days()
    expect(given.map(({ through }) => Number(through))).toEqual([0, 0])
    await roll(store, NEXT_DAY + 1)
    await run(`delete from roll_progress where name like 'old%'`)
    await roll(store, NEXT_DAY + 2)
    expect(await days()).toEqual(given)
    expect(await store.rolls.repair()).toBeGreaterThan(0)
    await roll(store, NEXT_DAY + 3)
    expect((await days()).map(({ hits }) => Number(hits))).toEqual([2_100, 2_100])
    expect((await countsOf(store, owner)).TOTAL?.[0]?.hits).toBe(2_100)
    expect(await store.rolls.check()).toEqual([])
  })

  it('of purged days are found wrong, and then only the counts of the link are known', async () => {
    const { store, link, owner, run, sums } = await setUp()
    await store.hits.record(sampleHits(link, 1_100))
    await roll(store, NEXT_DAY)
    for await (const _ of store.hitRetention.purge(YESTERDAY + DAY_MS));
    const counts = await countsOf(store, owner)
    await run(`update hit_rolls set hits = hits + 1 where dimension = ${ROLL_DIMENSIONS.OS}`)
    expect(await store.rolls.check()).toHaveLength(1)
    expect(await store.rolls.repair()).toBe(1)
    await roll(store, NEXT_DAY + 1)
    expect(await store.rolls.check()).toEqual([])
    expect((await sums('owner_rolls')).OS).toEqual({ '': expect.objectContaining({ hits: 1_100 }) })
    expect(await countsOf(store, owner)).toEqual(counts)
  })

  it('hold every visit once when another process takes the turn, or removes a link, at any step', async () => {
    const { store, open, run } = await setUp()
    const replica = await open()
    for (let steps = 1; steps <= 12; steps++) {
      const owner = await newOwner(store)
      const [link, doomed] = [await newLink(store, { owner }), await newLink(store, { owner })]
      await store.hits.record([...sampleHits(link, 1_050), ...sampleHits(doomed, 30)])
      const slow = store.rolls.roll(NEXT_DAY + steps)[Symbol.asyncIterator]()
      for (let step = 0; step < steps; step++) await slow.next()
      await run('delete from roll_progress')
      if (steps % 2 === 0) await store.links.deleteBySlug('', doomed.slug)
      await roll(replica, NEXT_DAY + steps)
      await removeAll(replica)
      while (!(await slow.next()).done);
    }
    expect(await run('select * from late_days')).toEqual([])
    expect(await store.rolls.check()).toEqual([])
  })

  it('are found wrong and made anew, those of a link and of an account', async () => {
    const { store, link, owner, run, sums } = await setUp()
    const hits = sampleHits(link, 1_100)
    await store.hits.record(hits)
    await roll(store, NEXT_DAY)
    const right = [await sums('hit_rolls'), await sums('owner_rolls')]
    await run(`update hit_rolls set hits = hits + 1 where dimension = ${ROLL_DIMENSIONS.OS}`)
    await run(`delete from owner_rolls where dimension = ${ROLL_DIMENSIONS.REFERRER} and value like 'site-3%'`)
    expect(await store.rolls.check()).toEqual([
      { slug: link.slug, day: YESTERDAY, what: 'its sums by value differ from its visits' },
      { slug: null, day: YESTERDAY, what: `the sums of account ${owner} by value differ from its visits` },
    ])
    expect(await store.rolls.repair()).toBe(2)
    expect(await store.rolls.check()).toEqual([])
    expect([await sums('hit_rolls'), await sums('owner_rolls')]).toEqual(right)
  })
})

async function roll(store: Store, at: number) {
  for await (const _ of store.rolls.roll(at));
}

/** What is counted of an account in the last days. */
async function countsOf(store: Store, owner: UserId): Promise<{ [by: string]: readonly SumRow[] }> {
  const range = { from: YESTERDAY - 3 * DAY_MS, to: YESTERDAY + DAY_MS }
  const fact = { range, take: 1_000, bots: 'INCLUDE' } as const
  const questions: SumQuestion[] = [
    ...(['TOTAL', 'DAY'] as const).map((by) => ({ by, range })),
    ...(['COUNTRY', 'DEVICE', 'LINK'] as const).map((by) => ({ by, ...fact })),
  ]
  const answers = await store.analytics.sums({
    links: { owner, ids: null, tags: null, domain: null },
    where: [],
    offsets: [{ ...range, offsetMs: 0 }],
    questions,
  })
  return Object.fromEntries(answers._unsafeUnwrap().map((rows, index) => [questions[index]?.by, rows]))
}

const withId = (link: Link, at: number) => {
  const { id } = aHit(link.id, { at })
  return { id, at }
}

/** Visits of the first half of yesterday, which differ in what is counted. */
const sampleHits = (link: Link, count: number, from = 0): NewHit[] =>
  Array.from({ length: count }, (_, index) => {
    const n = index + from
    const isBot = n % 5 === 0
    return aHit(link.id, {
      at: YESTERDAY + ((n * 7_919_777) % (DAY_MS / 2)),
      country: ['DE', 'NP', null, 'US'][n % 4] ?? null,
      city: `City ${n % 40}`,
      device: isBot ? 'bot' : 'mobile',
      bot: isBot,
      os: n % 3 === 0 ? { name: 'Linux', version: null } : null,
      referrer: n % 3 === 0 ? null : `https://site-${n % 120}.example/page`,
      language: ['de', null, 'en'][n % 3] ?? null,
      rule: n % 9 === 0 ? 1 : null,
      utm: n % 2 === 0 ? null : { source: `s${n % 7}`, medium: 'mail', campaign: null, term: null, content: null },
      ref: n % 8 === 0 ? `ref-${n % 24}` : null,
      firstToday: !isBot && n % 3 === 0,
    })
  })

type SumsByValue = { [dimension: string]: { [value: string]: Sums } }

function addTo(all: SumsByValue, dimension: string, value: string, { hits, bots, visitors }: Sums) {
  const values = all[dimension] ?? {}
  const known = values[value] ?? { hits: 0, bots: 0, visitors: 0 }
  values[value] = { hits: known.hits + hits, bots: known.bots + bots, visitors: known.visitors + visitors }
  all[dimension] = values
}

/** Sums by a plain loop. */
function expectedSums(hits: readonly NewHit[]): SumsByValue {
  const all: SumsByValue = {}
  for (const hit of hits) {
    const sums = { hits: 1, bots: hit.bot ? 1 : 0, visitors: hit.firstToday ? 1 : 0 }
    for (const dimension of FACT_DIMENSIONS) addTo(all, dimension, visitValue(hit, dimension) ?? '', sums)
    addTo(all, 'QUARTER', String(Math.floor((hit.at % DAY_MS) / QUARTER_MS)), sums)
  }
  return all
}

const sumOf = (hits: readonly NewHit[]) => expectedSums(hits).UTM_CONTENT?.[''] ?? NO_SUMS

const NO_SUMS: Sums = { hits: 0, bots: 0, visitors: 0 }

const plus = (one: Sums = NO_SUMS, other: Sums): Sums => ({
  hits: one.hits + other.hits,
  bots: one.bots + other.bots,
  visitors: one.visitors + other.visitors,
})

/** The rows of links have their numbers. */
const withoutLinks = ({ LINK: _, ...sums }: SumsByValue) => sums

async function readSums(run: Run, table: string): Promise<SumsByValue> {
  const all: SumsByValue = {}
  for (const row of await run(`select * from ${table} where hits <> 0`)) {
    const name = Object.entries(ROLL_DIMENSIONS).find(([, number]) => number === Number(row.dimension))?.[0] ?? ''
    const [hits, bots, visitors] = [Number(row.hits), Number(row.bots), Number(row.visitors)]
    addTo(all, name, String(row.value), { hits, bots, visitors })
  }
  return all
}

type Run = (statement: string) => Promise<Record<string, unknown>[]>

/** Runs statements beside the store. */
function runner(database: 'sqlite' | 'postgres', url: string): Run {
  return async (statement) => {
    if (database === 'sqlite') {
      const db = new Sqlite(url)
      try {
        const prepared = db.prepare<[], Record<string, unknown>>(statement)
        if (prepared.reader) return prepared.all()
        prepared.run()
        return []
      } finally {
        db.close()
      }
    }
    const client = new pg.Client(url)
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
}
