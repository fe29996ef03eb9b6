import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { LinkId, NewHit, UserId } from '@shortlink/core'
import { FACT_DIMENSIONS, QUARTER_MS } from '@shortlink/core/adapter'
import { aHit, analyticsContract, newLink, newOwner } from '@shortlink/core/contracts'
import { DAY_MS, firstHitIdAt } from '@shortlink/core/host'
import type { Store, SumQuestion, SumRow, VisitCondition } from '@shortlink/core/ports'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPool } from '../../../adapters/postgres/connection/connect.ts'
import { postgresDialect } from '../../../adapters/postgres/connection/dialect.ts'
import { sqlAnalytics } from '../../../adapters/sql/analytics/analytics.ts'
import { postgresSums, sqliteSums } from '../../../adapters/sql/analytics/expressions/sums-dialect.ts'
import { rollDay } from '../../../adapters/sql/analytics/rolled-day/roll-day.ts'
import type { DayKey } from '../../../adapters/sql/analytics/rolled-day/rolled-day.ts'
import { postgresLocks, sqliteLocks } from '../../../adapters/sql/kit/row-locks.ts'
import { within } from '../../../adapters/sql/kit/transaction.ts'
import type { Schema } from '../../../adapters/sql/schema.ts'
import { connect, statementRunner } from '../../../adapters/sqlite/connection.ts'
import { leasedSqliteDialect, sqliteDialect } from '../../../adapters/sqlite/dialect.ts'
import { SqlReaders } from '../../../adapters/sqlite/threads/sql-readers.ts'
import { newPostgresDatabase, newSqliteFile } from '../../support/databases.ts'

const LAST_ID = 2n ** 63n - 1n
/** Up to where sums of days are made: of some days nothing, of some the visits of the first half, of others all. */
const PARTS = [(_day: number) => 0n, (day: number) => firstHitIdAt((day + 0.5) * DAY_MS), (_day: number) => LAST_ID]

/** Before the visits of the contract, which are not to be purged. */
const START = Date.UTC(2024, 3, 1)
const END = START + 5 * DAY_MS
const HITS = 600
const RANGE = { from: START, to: END }

const sampleHits = (link: LinkId, seed: number): NewHit[] =>
  Array.from({ length: HITS }, (_, n) =>
    aHit(link, {
      at: START + (((n + seed) * 7_919_777) % (5 * DAY_MS)),
      country: ['DE', null, 'US'][n % 3] ?? null,
      city: ['A', null, 'B'][n % 3] ?? null,
      device: n % 5 ? 'mobile' : 'bot',
      bot: n % 5 === 0,
      referrer: n % 2 ? `https://site-${n % 7}.example/` : null,
      firstToday: n % 5 > 2,
    }),
  )

describe.each(['sqlite', 'postgres'] as const)(
  'answers from sums of days and visits beside them, on %s',
  (database) => {
    let store: Store
    let db: Kysely<Schema>
    /** The file, or the address. */
    let place: string
    beforeAll(async () => {
      const file = newSqliteFile()
      const url = database === 'sqlite' ? file : await newPostgresDatabase()
      place = url
      store = database === 'sqlite' ? await openSqliteStore({ file }) : await openPostgresStore({ url })
      db = new Kysely<Schema>({
        dialect:
          database === 'sqlite'
            ? sqliteDialect(statementRunner(connect(file, { readonly: false, lockTimeoutMs: 5_000 })))
            : postgresDialect(openPool(url, 1)),
      })
    })
    afterAll(async () => {
      await store.close()
      await db.destroy()
    })

    const locks = database === 'sqlite' ? sqliteLocks : postgresLocks

    /** By day and link or account, the visits that there were when its sums were made. */
    const rolled = new Map<string, number>()

    /** Makes the sums of the days that have other visits than when they were made last, of links and of accounts. */
    async function rollDays() {
      type Counted = DayKey & { readonly hits: number }
      const { rows } = await sql<Counted>`
      select link_no as of, day, cast(sum(count) as integer) as hits from hit_days group by 1, 2`.execute(db)
      const owners = await sql<Counted>`
      select owner as of, day, cast(sum(count) as integer) as hits
      from hit_days join links on links.no = link_no group by 1, 2`.execute(db)
      for (const { hits, ...key } of [...rows, ...owners.rows]) {
        if (rolled.get(`${key.of} ${key.day}`) === hits) continue
        rolled.set(`${key.of} ${key.day}`, hits)
        const through = PARTS[(key.day + (typeof key.of === 'number' ? key.of : 0)) % PARTS.length]?.(key.day) ?? 0n
        const isOver = through === LAST_ID
        const parts = { db: within(db), locks }
        if (through > 0n) for await (const _ of rollDay(parts, key, { through, isOver, anew: true }));
      }
      await db.deleteFrom('late_days').execute()
    }

    const allOf = (owner: UserId, ids: readonly LinkId[] | null = null) => ({ owner, ids, tags: null, domain: null })
    const sums = (owner: UserId, questions: readonly SumQuestion[], ids: readonly LinkId[] | null = null) =>
      store.analytics.sums({ links: allOf(owner, ids), where: [], offsets: [], questions })

    /** Of connections whose statements reach their time limit: Postgres's behind a lock, SQLite's while its thread starts. */
    function slowDialect() {
      if (database === 'sqlite') {
        const readers = new SqlReaders(place, 5_000, { threads: 1, statementMs: 1 })
        return { dialect: leasedSqliteDialect(() => readers.acquire()), end: () => readers.close() }
      }
      const pool = openPool(place, 1, { connectMs: 5_000, statementMs: 1_000, lockMs: 5_000 })
      return { dialect: postgresDialect(pool), end: () => pool.end() }
    }

    async function linkWithHits() {
      const owner = await newOwner(store)
      const link = await newLink(store, { owner })
      await store.hits.record(sampleHits(link.id, 0))
      await rollDays()
      return { owner, link }
    }

    async function ask(owner: UserId, where: readonly VisitCondition[] = [], ids: readonly LinkId[] | null = null) {
      const links = allOf(owner, ids)
      const offsets = [{ from: START, to: END, offsetMs: 5.75 * 60 * 60_000 }]
      const range = { from: START + QUARTER_MS, to: END - QUARTER_MS }
      const questions: SumQuestion[] = [
        ...(['TOTAL', 'QUARTER', 'LOCAL_DAY', 'LOCAL_HOUR', 'LOCAL_WEEK_HOUR'] as const).map((by) => ({ by, range })),
        { by: 'DAY', range: { from: START, to: END } },
        ...FACT_DIMENSIONS.map((by) => ({ by, range, take: 100, bots: 'INCLUDE' as const })),
      ]
      return (await store.analytics.sums({ links, where, offsets, questions }))._unsafeUnwrap()
    }
    /** Holds for all visits, so that they are read one by one. */
    const ALL: VisitCondition = { by: 'LANGUAGE', values: ['no language'], not: true }

    /** The place of the answer by day, whose range is longer. */
    const DAY_ANSWER = 5
    const hitsOf = (rows: readonly SumRow[] | undefined) => rows?.reduce((sum, { hits }) => sum + hits, 0)

    it('all answers of a call agree while visits are stored', async () => {
      const { owner, link } = await linkWithHits()
      let isRecording = true
      const recorded = Promise.all(
        Array.from({ length: 10 }, (_, seed) => store.hits.record(sampleHits(link.id, seed + 1))),
      ).finally(() => {
        isRecording = false
      })
      do {
        const answers = await ask(owner)
        const totals = answers.filter((_, index) => index !== DAY_ANSWER).map(hitsOf)
        expect(new Set(totals).size).toBe(1)
      } while (isRecording)
      await recorded
      expect(hitsOf((await ask(owner))[DAY_ANSWER])).toBe(11 * HITS)
    })

    it('sums that an answer found wrong, of links and of accounts, are made anew by the roller', async () => {
      const { owner, link } = await linkWithHits()
      await store.hits.record(sampleHits(link.id, 1))
      await db.deleteFrom('late_days').execute()
      await ask(owner)
      await ask(owner, [], [link.id])
      for await (const _ of store.rolls.roll(Date.now()));
      expect(await store.rolls.check()).toEqual([])
      const { rows } = await sql<{ hits: number }>`
        select cast(sum(hits) as bigint) as hits from owner_rolled_days where owner = ${owner} and through > 0
        union all select cast(sum(count) as bigint) from hit_days where (link_no, day) in (
          select links.no, day from owner_rolled_days join links on links.owner = owner_rolled_days.owner
          where links.owner = ${owner} and through > 0
        )`.execute(db)
      expect(rows[0]).toEqual(rows[1])
      expect(await db.selectFrom('late_days').selectAll().execute()).toEqual([])
    })

    it('a call that would read more than a million visits is refused, and not one that needs none of them', async () => {
      const { owner } = await linkWithHits()
      const links = sql`select no from links where owner = ${owner}`
      await sql`update hit_days set count = 100000 where link_no in (${links})`.execute(db)
      const range = { from: START, to: END }
      const sums = (where: readonly VisitCondition[]) =>
        store.analytics.sums({
          links: { owner, ids: null, tags: null, domain: null },
          where,
          offsets: [],
          questions: [{ by: 'DAY', range }],
        })
      expect((await sums([ALL]))._unsafeUnwrapErr()).toEqual({ type: 'too-many-visits' })
      expect(hitsOf((await sums([]))._unsafeUnwrap()[0])).toBeGreaterThan(1_000_000)
      await sql`delete from hit_days where link_no in (${links})`.execute(db)
    })

    it('visits that are stored after the sums of their days were made are counted', async () => {
      const { owner, link } = await linkWithHits()
      await store.hits.record(sampleHits(link.id, 1))
      await db.deleteFrom('late_days').execute()
      const answers = await ask(owner)
      expect(answers).toEqual(await ask(owner, [ALL]))
      expect(hitsOf(answers[DAY_ANSWER])).toBe(2 * HITS)
    })

    it('a call that would read more than a million visits because sums differ from the counts is refused', async () => {
      const { owner, link } = await linkWithHits()
      const isOfLink = sql`link_no = (select no from links where id = ${link.id})`
      await sql`update rolled_days set hits = 5000000 where ${isOfLink}`.execute(db)
      await sql`update hit_days set count = 400000 where ${isOfLink}`.execute(db)
      expect((await sums(owner, [{ by: 'QUARTER', range: RANGE }], [link.id]))._unsafeUnwrapErr()).toEqual({
        type: 'too-many-visits',
      })
      await sql`delete from hit_days where ${isOfLink}`.execute(db)
    })

    it('facts of a link in a day that goes on are read from its sums', async () => {
      const owner = await newOwner(store)
      const link = await newLink(store, { owner })
      await store.hits.record(sampleHits(link.id, 0).filter(({ at }) => at < START + DAY_MS / 2))
      const parts = { db: within(db), locks }
      const isOfLink = sql`link_no = (select no from links where id = ${link.id})`
      const { rows } = await sql<{ no: number }>`select no from links where id = ${link.id}`.execute(db)
      const key = { of: rows[0]?.no ?? 0, day: START / DAY_MS }
      for await (const _ of rollDay(parts, key, { through: LAST_ID, isOver: true, anew: true }));
      // As if there were more than can be read one by one.
      for (const table of ['hit_days', 'rolled_days', 'hit_rolls'])
        await sql`update ${sql.table(table)} set ${sql.ref(table === 'hit_days' ? 'count' : 'hits')} =
          100000 * ${sql.ref(table === 'hit_days' ? 'count' : 'hits')} where ${isOfLink}`.execute(db)
      const range = { from: START, to: START + DAY_MS / 2 + QUARTER_MS }
      const fact = { by: 'CITY', range, take: 10, bots: 'INCLUDE' } as const
      const answers = (await sums(owner, [{ by: 'TOTAL', range }, fact], [link.id]))._unsafeUnwrap()
      expect(hitsOf(answers[0])).toBeGreaterThan(1_000_000)
      expect(hitsOf(answers[1])).toBe(hitsOf(answers[0]))
      await sql`delete from hit_days where ${isOfLink}`.execute(db)
    })

    it('a question with a statement that reaches its time limit is one about too many visits', async () => {
      const { owner } = await linkWithHits()
      const { dialect, end } = slowDialect()
      const slow = new Kysely<Schema>({ dialect })
      const analytics = sqlAnalytics(within(slow), database === 'sqlite' ? sqliteSums : postgresSums)
      const questions = [{ by: 'TOTAL', range: RANGE }] as const
      const answer = () => analytics.sums({ links: allOf(owner), where: [ALL], offsets: [], questions })
      const refused = await (database === 'sqlite'
        ? answer()
        : db.transaction().execute(async (locking) => {
            await sql`lock table hits in access exclusive mode`.execute(locking)
            return answer()
          }))
      expect(refused._unsafeUnwrapErr()).toEqual({ type: 'too-many-visits' })
      await slow.destroy()
      await end()
    })

    it('a call whose statements begin too late is one about too many visits', async () => {
      const readLimits = { callMs: -1 }
      const hurried = await (database === 'sqlite'
        ? openSqliteStore({ file: place, exclusive: false, readLimits })
        : openPostgresStore({ url: place, readLimits }))
      const { owner } = await linkWithHits()
      const asked = { links: allOf(owner), where: [], offsets: [], questions: [{ by: 'TOTAL', range: RANGE }] } as const
      const refused = await hurried.analytics.sums(asked)
      await hurried.close()
      expect(refused._unsafeUnwrapErr()).toEqual({ type: 'too-many-visits' })
    })

    it('days of an account are read by link while some of its visits were stored late', async () => {
      const { owner, link } = await linkWithHits()
      await store.hits.record(sampleHits(link.id, 1))
      const answers = await ask(owner)
      expect(answers).toEqual(await ask(owner, [ALL]))
      expect(hitsOf(answers[DAY_ANSWER])).toBe(2 * HITS)
    })

    it.each([-2, 2])('visits whose ids are %i days away from their times are counted', async (days) => {
      const { owner, link } = await linkWithHits()
      await store.hits.record(
        sampleHits(link.id, 1).map((hit) => ({ ...hit, id: aHit(link.id, { at: hit.at + days * DAY_MS }).id })),
      )
      await db.deleteFrom('late_days').execute()
      const answers = await ask(owner)
      expect(answers).toEqual(await ask(owner, [ALL]))
      expect(hitsOf(answers[DAY_ANSWER])).toBe(2 * HITS)
      for (let day = START / DAY_MS; day < END / DAY_MS; day += 1) {
        const to = { through: LAST_ID, isOver: true, anew: true }
        for await (const _ of rollDay({ db: within(db), locks }, { of: owner, day }, to));
      }
      await db.deleteFrom('late_days').execute()
      expect(await ask(owner)).toEqual(answers)
    })

    it('the most visited links of two months are those with the most visits', async () => {
      const owner = await newOwner(store)
      const links = await Promise.all(Array.from({ length: 5 }, () => newLink(store, { owner })))
      const days = Array.from({ length: 61 }, (_, day) => START + day * DAY_MS)
      // The n-th link has n visits a day.
      const visits = days.flatMap((at) =>
        links.flatMap(({ id }, n) => Array.from({ length: n + 1 }, () => aHit(id, { at }))),
      )
      await store.hits.record(visits)
      const to = { through: LAST_ID, isOver: true, anew: true }
      for (const at of days)
        for await (const _ of rollDay({ db: within(db), locks }, { of: owner, day: at / DAY_MS }, to));
      await db.deleteFrom('late_days').execute()
      const range = { from: START, to: START + days.length * DAY_MS }
      const answered = await sums(owner, [{ by: 'LINK', range, take: 1, bots: 'INCLUDE' }])
      expect(answered._unsafeUnwrap()[0]?.slice(0, 1)).toMatchObject([{ value: links[4]?.id, hits: 5 * days.length }])
    })

    it('visits whose ids are of the next day are counted in each range of a call', async () => {
      const owner = await newOwner(store)
      const link = await newLink(store, { owner })
      const at = START + DAY_MS / 2
      await store.hits.record(
        Array.from({ length: 10 }, () => ({ ...aHit(link.id, { at }), id: aHit(link.id, { at: at + DAY_MS }).id })),
      )
      const ranges = [
        { from: START + QUARTER_MS, to: START + DAY_MS },
        { from: START + QUARTER_MS, to: START + 3 * DAY_MS - QUARTER_MS },
      ]
      const answers = await sums(
        owner,
        ranges.map((range) => ({ by: 'LOCAL_DAY', range })),
      )
      expect(answers._unsafeUnwrap().map(hitsOf)).toEqual([10, 10])
    })

    it('answers are the same whether an account has all visits or few of them', async () => {
      const owner = await newOwner(store)
      const link = await newLink(store, { owner })
      // Some visits for each link are as fast to read as the link is looked up.
      await Promise.all(Array.from({ length: 100 }, () => newLink(store, { owner })))
      await store.hits.record(sampleHits(link.id, 0).slice(0, 100))
      await rollDays()
      const forgetOthers = () =>
        sql`delete from hits where link_no not in (select no from links where id = ${link.id})`.execute(db)
      const answer = async () => {
        const answers = await ask(owner)
        expect(answers).toEqual(await ask(owner, [ALL]))
        return answers
      }
      await forgetOthers()
      const { id } = await newLink(store, { owner: await newOwner(store) })
      await store.hits.record(sampleHits(id, 2).slice(0, 10))
      await db.deleteFrom('late_days').execute()
      const alone = await answer()
      // No sums were found to differ from the visits.
      expect(await db.selectFrom('late_days').selectAll().execute()).toEqual([])
      await store.hits.record(Array.from({ length: 10 }, (_, seed) => sampleHits(id, seed)).flat())
      expect(await answer()).toEqual(alone)
      await store.hits.record(sampleHits(link.id, 1).slice(0, 100))
      const withLate = await answer()
      expect(hitsOf(withLate[DAY_ANSWER])).toBe(200)
      await forgetOthers()
      expect(await answer()).toEqual(withLate)
    })

    it('no sum of all visits changes when links are deleted, or visits purged, but by these', async () => {
      const { owner, link } = await linkWithHits()
      const other = await newLink(store, { owner })
      const before = await ask(owner)
      await store.hits.record(sampleHits(other.id, 0))
      await rollDays()
      expect(hitsOf((await ask(owner))[0])).toBe(2 * (hitsOf(before[0]) ?? 0))
      await store.links.deleteOwned(owner, other.id)
      expect(await ask(owner)).toEqual(before)
      for await (const _ of store.hitRetention.purge(START + 3 * DAY_MS));
      const after = await ask(owner)
      expect(after[DAY_ANSWER]).toEqual(before[DAY_ANSWER])
      for (const [index, rows] of after.entries()) {
        if (index !== DAY_ANSWER) expect(hitsOf(rows), `question ${index}`).toBe(hitsOf(after[0]))
      }
      expect(await ask(owner)).toEqual(after)
      expect(link.id).toBe(after[DAY_ANSWER + 1]?.[0]?.value)
    })

    analyticsContract(() => ({
      ...store,
      hits: {
        ...store.hits,
        record: async (hits: readonly NewHit[]) => {
          await store.hits.record(hits)
          await rollDays()
        },
      },
    }))
  },
)
