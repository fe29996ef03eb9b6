import { randomBytes } from 'node:crypto'
import type { Link, NewHit } from '@shortlink/core'
import { aHit, aLink, newLink, newOwner, removeAll } from '@shortlink/core/contracts'
import { DAY_MS, firstHitIdAt } from '@shortlink/core/host'
import type { Store } from '@shortlink/core/ports'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { times } from '../../../core/contracts/samples.ts'
import { DATABASES } from '../../support/server.ts'
import { storeWithSql } from '../../support/store-with-sql.ts'

/** Visits of the samples are of a day that is over, so that what is counted does not depend on the time at which the tests run. */
const YESTERDAY = (Math.floor(Date.now() / DAY_MS) - 1) * DAY_MS
const HOUR_MS = 60 * 60_000
const NEXT_DAY = YESTERDAY + DAY_MS + 2 * HOUR_MS

/** Visits of the first second of yesterday. */
const visits = ({ id }: Link, count: number, given: Partial<NewHit> = {}): NewHit[] =>
  Array.from({ length: count }, (_, n) => aHit(id, { at: YESTERDAY + (n % 1_000), ...given }))

async function roll({ rolls }: Store, at: number) {
  for await (const _ of rolls.roll(at));
}

describe.each(DATABASES)('work on sums on %s', (database) => {
  async function setUp() {
    const { store, run } = await storeWithSql(database)
    const owner = await newOwner(store)
    return { store, run, owner, link: await newLink(store, { owner }) }
  }

  it('goes on after a clock was years ahead for a moment', async () => {
    const { store, run, link } = await setUp()
    const ahead = Date.UTC(2040, 0, 1)
    const lease = JSON.stringify({ id: 'a server that was killed', until: ahead })
    await run(`insert into roll_progress values ('maker', '${lease}'), ('looked at', '${firstHitIdAt(ahead)}'),
      ('old days of links', 'done'), ('old days of accounts', 'done')`)
    await store.hits.record(visits(link, 1_000))
    await run('delete from late_days')
    await roll(store, YESTERDAY + HOUR_MS)
    expect(await run('select day from rolled_days')).toEqual([{ day: YESTERDAY / DAY_MS }])
    expect(await run('select day from owner_rolled_days')).toEqual([{ day: YESTERDAY / DAY_MS }])
  })

  it('has a row for a destination of 2,600 bytes, which no database refuses', async () => {
    const { store, run, link } = await setUp()
    const redirectedTo = `https://example.com/${randomBytes(1_290).toString('hex')}`
    await store.hits.record(visits(link, 1_000, { redirectedTo }))
    await roll(store, NEXT_DAY)
    for (const table of ['hit_rolls', 'owner_rolls'])
      expect(await run(`select day from ${table} where value = '${redirectedTo}'`)).toEqual([
        { day: YESTERDAY / DAY_MS },
      ])
  })

  it('names a day that cannot be summed, and goes on with the others', async () => {
    const { store, run, owner, link } = await setUp()
    const other = await newLink(store, { owner })
    await store.hits.record([...visits(link, 1_000), ...visits(other, 1_000)])
    const isBroken = `link_no = (select no from links where id = '${link.id}')`
    if (database === 'sqlite')
      await run(
        `create trigger broken before insert on rolled_days when new.${isBroken} begin select raise(abort, 'broken'); end`,
      )
    else {
      await run(`create function broken() returns trigger language plpgsql as $$
        begin if new.${isBroken} then raise 'broken'; end if; return new; end $$`)
      await run('create trigger broken before insert on rolled_days for each row execute function broken()')
    }
    const failed: string[] = []
    const onFailed = (error: unknown, what: string) => failed.push(`${what}: ${(error as Error).message}`)
    for await (const _ of store.rolls.roll(NEXT_DAY, onFailed));
    expect(failed[0]).toMatch(/^the link with number \d+ on [\d-]{10}: broken$/)
    expect(await run('select day from owner_rolled_days')).toEqual([{ day: YESTERDAY / DAY_MS }])
    expect(await run('select link_no from rolled_days')).toHaveLength(1)
    await expect(roll(store, NEXT_DAY + 1)).rejects.toThrow('broken')
  })

  it('counts the visits of a large link anew while more are stored, and in one process at a time', async () => {
    const { store, run, link } = await setUp()
    await store.hits.record(visits(link, 1, { device: 'mobile', country: 'IT' }))
    const more = 100_000
    const numbers =
      database === 'sqlite'
        ? `(with recursive n (n) as (select 1 union all select n + 1 from n where n < ${more}) select n from n) as numbers`
        : `generate_series(1, ${more}) as numbers (n)`
    const columns = 'link_no, ip, agent_no, place_no, destination_no, fresh'
    await run(
      `insert into hits (id, at, ${columns}) select id - n, at + (n % 3) * ${DAY_MS}, ${columns} from hits cross join ${numbers}`,
    )
    // Two days of them are counted twice, and one not at all.
    await run(`insert into hit_days select link_no, day + 1, country, device, 2 * ${more / 2}, visitors from hit_days`)
    await run(`update link_hits set hits = ${more}`)
    const late = times(40, (n) => visits(link, 25, { at: YESTERDAY + (n % 3) * DAY_MS, country: 'NP' }))
    const [repaired, again] = await Promise.allSettled([
      store.rolls.repair(),
      store.rolls.repair(),
      ...late.map((hits) => store.hits.record(hits)),
    ])
    expect([repaired.status, again.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await store.rolls.check()).toEqual([])
    const count = 'cast(sum(count) as integer) as count'
    expect(await run(`select country, ${count} from hit_days group by country order by country`)).toEqual([
      { country: 'IT', count: more + 1 },
      { country: 'NP', count: 1_000 },
    ])
    expect((await store.links.find(link.id))?.hitCount).toBe(more + 1_001)
  })

  it.each(['old', 'new', 'late'])('reads an account with thousands of links in pages, for %s visits', async (how) => {
    const { store, run, owner, link } = await setUp()
    const links = times(2_100, () => aLink({ owner }))
    await store.links.insertMany(links)
    await store.hits.record([link, ...links].map(({ id }, n) => aHit(id, { at: YESTERDAY + (n % 1_000) })))
    for (const { hostname, slug } of links.slice(0, 2)) await store.links.deleteBySlug(hostname, slug)
    if (how !== 'late') await run('delete from late_days')
    if (how === 'new')
      await run(`insert into roll_progress values ('looked at', '0'), ('old days of accounts', 'done')`)
    await roll(store, NEXT_DAY)
    const hits = () => run('select cast(hits as integer) as hits from owner_rolled_days where hits > 0')
    // Deleted links are subtracted when their visits are removed.
    expect(await hits()).toEqual([{ hits: 2_101 }])
    await removeAll(store)
    await roll(store, NEXT_DAY + 1)
    expect(await hits()).toEqual([{ hits: 2_099 }])
    expect(await run('select * from late_days')).toEqual([])
    expect(await store.rolls.check()).toEqual([])
  })

  it.each([
    ['removing visits', ({ hitRetention }: Store) => hitRetention.purge(YESTERDAY + DAY_MS)],
    ['cutting addresses', ({ hitRetention }: Store) => hitRetention.cutAddresses(YESTERDAY + DAY_MS)],
    ['forgetting visitors', ({ hitRetention }: Store) => hitRetention.forgetVisitors(YESTERDAY + DAY_MS)],
  ])('%s is for one process at a time, and for the next one when it stops', async (_name, work) => {
    const { store, link } = await setUp()
    await store.hits.salt(YESTERDAY / DAY_MS, 'salt')
    await store.hits.record(visits(link, 10, { visitor: 1n, ip: '203.0.113.7' }))
    const first = work(store)[Symbol.asyncIterator]()
    expect((await first.next()).done).toBe(false)
    expect((await work(store)[Symbol.asyncIterator]().next()).done).toBe(true)
    await first.return?.()
    const next = work(store)[Symbol.asyncIterator]()
    await next.next()
    expect((await first.next()).done).toBe(true)
    await next.return?.()
  })

  it('remembers each minute how far addresses are cut', async () => {
    const { store, link } = await setUp()
    await store.hits.record(visits(link, 4_100, { ip: '203.0.113.7' }))
    let laterMs = 0
    const real = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => real() + laterMs)
    onTestFinished(() => void vi.restoreAllMocks())
    const steps = store.hitRetention.cutAddresses(YESTERDAY + DAY_MS)[Symbol.asyncIterator]()
    const isSaved = async () => (await store.instance.find('addresses cut')) !== undefined
    for (let step = 0; step < 6; step++) await steps.next()
    expect(await isSaved()).toBe(false)
    laterMs = 61_000
    for (let step = 0; step < 6; step++) await steps.next()
    expect(await isSaved()).toBe(true)
  })
})

it('sums on Postgres leave marks of late visits that are being changed for the next time, and wait for none', async () => {
  const { store, run } = await storeWithSql('postgres')
  const link = await newLink(store, { owner: await newOwner(store) })
  await store.hits.record(visits(link, 1_000, { at: YESTERDAY - DAY_MS }))
  await run('begin')
  await run('update late_days set marks = marks')
  await roll(store, NEXT_DAY)
  await run('commit')
  expect(await run('select * from late_days')).toHaveLength(1)
  await roll(store, NEXT_DAY)
  expect(await run('select * from late_days')).toEqual([])
})
