import { openPostgresHits, openPostgresStore } from '@shortlink/adapters/postgres'
import type { HitId, LinkId, NewHit } from '@shortlink/core'
import { firstHitIdAt } from '@shortlink/core/adapter'
import { DAY_MS } from '@shortlink/core/host'
import { ResultAsync } from 'neverthrow'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { monthAt, nameOfEarlier, nameOfMonth, startOfMonth } from '../../../../adapters/postgres/months/months.ts'
import { REMOVED } from '../../../../adapters/postgres/months/partitions.ts'
import { aHit, newLink, times } from '../../../../core/contracts/samples.ts'
import { newPostgresDatabase } from '../../../support/databases.ts'
import { expectExactSums } from '../../../support/exact-sums.ts'
import { waitFor } from '../../../support/wait-for.ts'

const PRESENT = monthAt(Date.now())
const [JANUARY, FEBRUARY, MARCH] = [0, 1, 2].map((month) => PRESENT + 24 + month) as [number, number, number]
/** The start of March, from which on visits stay. */
const KEPT = startOfMonth(MARCH)

async function setUp() {
  const url = await newPostgresDatabase()
  const store = await openPostgresStore({ url })
  onTestFinished(() => store.close())
  const client = new pg.Client(url)
  await client.connect()
  client.on('error', () => {})
  onTestFinished(() => client.end())
  const partitions = async () => {
    const text = `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'hits'::regclass order by 1`
    return (await client.query<{ name: string }>(text)).rows.map(({ name }) => name)
  }
  const tables = async () => {
    const text = `select tablename as name from pg_tables where tablename ~ '^hits_.*[0-9]$' order by 1`
    return (await client.query<{ name: string }>(text)).rows.map(({ name }) => name)
  }
  const ids = async () =>
    (await client.query<{ id: string }>('select id from hits order by id')).rows.map(({ id }) => id)
  const purge = async (before = KEPT) => {
    let removed = 0
    for await (const rows of store.hitRetention.purge(before)) removed += rows
    return removed
  }
  return { url, store, client, partitions, tables, ids, purge, link: await newLink(store) }
}

/** A visit with an id from another time. */
const withId = (link: LinkId, at: number, idAt: number, sequence = 1n): NewHit =>
  aHit(link, {
    at,
    id: String(firstHitIdAt(idAt) + sequence) as HitId,
  })

const START = [nameOfMonth(PRESENT), nameOfMonth(PRESENT + 1), nameOfMonth(PRESENT + 2), nameOfEarlier(PRESENT)].sort()

it('a new database has the partitions of three months, and a later month gets them once, from several replicas at a time', async () => {
  const { url, store, partitions } = await setUp()
  expect(await partitions()).toEqual(START)
  const other = await openPostgresStore({ url })
  onTestFinished(() => other.close())
  const later = startOfMonth(PRESENT + 2) + 3 * DAY_MS
  await Promise.all([store, other, store].map(({ hitRetention }) => hitRetention.prepare(later)))
  expect(await partitions()).toEqual([...START, nameOfMonth(PRESENT + 3), nameOfMonth(PRESENT + 4)].sort())
})

it('visits of months without a partition get one, in a batch and in a transaction', async () => {
  const { url, store, link, partitions, ids } = await setUp()
  const recorder = openPostgresHits({ url })
  onTestFinished(() => recorder.close())
  const visits = [JANUARY, MARCH].flatMap((month) =>
    times(30, (n): NewHit => ({ ...aHit(link.id, { at: startOfMonth(month) + n * DAY_MS }), visitor: BigInt(n) })),
  )
  await Promise.all([recorder.record(visits.slice(0, 40)), store.hits.record(visits.slice(20))])
  const last = aHit(link.id, { at: Date.UTC(2200, 1), id: String(2n ** 63n - 1n) as HitId })
  await store.atomic((store) => ResultAsync.fromSafePromise(store.hits.record([last])))
  expect(await ids()).toHaveLength(61)
  // March may end with the last of 30 visits in April.
  expect(await partitions()).toEqual(
    expect.arrayContaining([...START, nameOfMonth(JANUARY), nameOfMonth(MARCH), 'hits_2089_09']),
  )
  expect((await store.hits.listByLink(link.id, { skip: 0, take: 100 })).map(({ at }) => at)).toEqual(
    [...visits.map(({ at }) => at), last.at].reverse(),
  )
})

it('a purge drops whole months and leaves visits at the edge exact', async () => {
  const { store, link, ids, tables, purge } = await setUp()
  const removed = [
    ...times(50, (n) => aHit(link.id, { at: startOfMonth(JANUARY) + n * 60_000 })),
    aHit(link.id, { at: startOfMonth(FEBRUARY) }),
    withId(link.id, KEPT - 1, KEPT - 1),
    // Stored by its server a second into the next month.
    withId(link.id, KEPT - 1, KEPT + 1_000),
  ]
  const stay = [withId(link.id, KEPT, KEPT), withId(link.id, KEPT, KEPT, 2n), withId(link.id, KEPT - 1, KEPT + DAY_MS)]
  await store.hits.record([...removed, ...stay])
  expect(await purge()).toBe(removed.length)
  expect(await ids()).toEqual(stay.map(({ id }) => id).sort())
  expect(await tables()).toEqual([nameOfMonth(MARCH)])
  const counts = await store.hits.countByCountry(link.id)
  expect(counts.reduce((total, { count }) => total + count, 0)).toBe(removed.length + stay.length)
  expect(await store.rolls.check()).toEqual([])
  expect(await purge()).toBe(0)
})

it('a month with a visit that stays, as of a clock that was behind, is purged row by row', async () => {
  const { store, link, ids, partitions, purge } = await setUp()
  const stays = withId(link.id, KEPT + 5, startOfMonth(FEBRUARY))
  await store.hits.record([stays, ...times(20, (n) => aHit(link.id, { at: startOfMonth(FEBRUARY) + n * DAY_MS }))])
  expect(await purge()).toBe(20)
  expect(await ids()).toEqual([stays.id])
  expect(await partitions()).toContain(nameOfMonth(FEBRUARY))
})

it('a month with visits of a deleted link stays until these are removed', async () => {
  const { store, link, ids, partitions, purge } = await setUp()
  const other = await newLink(store)
  await store.hits.record([link, other].map(({ id }) => aHit(id, { at: startOfMonth(JANUARY) })))
  await store.links.deleteBySlug('', other.slug)
  expect(await purge()).toBe(1)
  expect(await ids()).toHaveLength(1)
  expect(await partitions()).toContain(nameOfMonth(JANUARY))
  for await (const _ of store.removals.run());
  await store.hits.record([aHit(link.id, { at: startOfMonth(JANUARY) })])
  expect(await purge()).toBe(1)
  expect(await partitions()).not.toContain(nameOfMonth(JANUARY))
})

it('a removal that was cut off is finished by the next purge, and detached tables of others stay', async () => {
  const { url, store, link, client, ids, tables, purge } = await setUp()
  await store.hits.record([JANUARY, FEBRUARY, MARCH].map((month) => aHit(link.id, { at: startOfMonth(month) })))
  const archived = nameOfMonth(JANUARY)
  await client.query(`alter table hits detach partition ${archived}`)
  const [reader, remover] = [new pg.Client(url), new pg.Client(url)]
  remover.on('error', () => {})
  await Promise.all([reader.connect(), remover.connect()])
  await reader.query('begin; select count(*) from hits')
  const february = nameOfMonth(FEBRUARY)
  await remover.query(`comment on table ${february} is '${REMOVED}'`)
  const cutOff = remover.query(`alter table hits detach partition ${february} concurrently`).catch(() => {})
  const pending = `select 1 from pg_inherits where inhrelid = '${february}'::regclass and inhdetachpending`
  await waitFor(async () => expect((await client.query(pending)).rowCount).toBe(1), { interval: 5 })
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'alter table hits detach%' and pid <> pg_backend_pid() and datname = current_database()`,
  )
  await cutOff
  await reader.query('commit')
  await reader.end()
  expect(await purge()).toBe(0)
  expect(await tables()).toEqual([archived, nameOfMonth(MARCH)])
  expect(await ids()).toHaveLength(1)
})

it('visits are counted exactly over months', async () => {
  const { url, store, link } = await setUp()
  await store.hits.record(
    times(90, (n) => ({ ...aHit(link.id, { at: startOfMonth(JANUARY) + n * DAY_MS }), visitor: 1n })),
  )
  await expectExactSums(url, { visitors: 1 })
})
