import assert from 'node:assert/strict'
import type { Link, LinkId, UserId } from '@shortlink/core'
import { DAY_MS } from '@shortlink/core/host'
import type { Store } from '@shortlink/core/ports'
import fc from 'fast-check'
import { aHit, newLink, newOwner } from '../../core/contracts/samples.ts'
import { type Invariant, type Step, step } from './model.ts'

/** The visits of a link on one UTC day: how many came from a country, and so from its referrer. */
type DayVisits = Map<string, number>

interface Model {
  readonly owner: UserId
  readonly firstDay: number
  readonly links: Map<Link, Map<number, DayVisits>>
  /** A roll that was stopped between two steps and may go on later, as one of a replica that a disk holds up. */
  stopped: AsyncIterator<unknown> | undefined
  /** Whether visits of past days may be gone, and with them the referrers of days with few visits. */
  isPurged: boolean
  now: number
}

const FIRST_DAY = Math.floor(Date.UTC(2026, 5, 1) / DAY_MS)
const MINUTE_MS = 60_000
const VALUES = ['DE', 'NP', 'US']
const link = fc.nat({ max: 2 })
/** Sums are made of days with a thousand visits. */
const count = fc.constantFrom(1, 450, 1_100)

const linkAt = ({ links }: Model, index: number) => [...links.keys()][index]
const dayOf = (at: number) => Math.floor(at / DAY_MS)

/** Stores visits, like a recorder that was as late as that. */
const record = fc.tuple(link, count, fc.constantFrom(0, 2 * MINUTE_MS, DAY_MS)).map(([index, count, lateMs]) =>
  step<Model>(`record(link ${index}, ${count} visits, ${lateMs / MINUTE_MS} min late)`, async (model, { store }) => {
    const link = linkAt(model, index)
    if (link === undefined) return
    const at = Math.max(model.firstDay * DAY_MS, model.now - lateMs)
    const values = Array.from({ length: count }, (_, n) => VALUES[n % VALUES.length] ?? '')
    await atTime(model.now, () =>
      store.hits.record(
        values.map((value) =>
          aHit(link.id, { at, country: value, referrer: `https://${value.toLowerCase()}.example/` }),
        ),
      ),
    )
    const day = visitsOn(model, link, dayOf(at))
    for (const value of values) day.set(value, (day.get(value) ?? 0) + 1)
  }),
)

/** Runs work of stores, which read the clock of the system to tell late visits. */
async function atTime<T>(now: number, work: () => Promise<T>): Promise<T> {
  const systemNow = Date.now
  Date.now = () => now
  try {
    return await work()
  } finally {
    Date.now = systemNow
  }
}

function visitsOn({ links }: Model, link: Link, day: number): DayVisits {
  const days = links.get(link)
  assert(days)
  const visits = days.get(day) ?? new Map()
  days.set(day, visits)
  return visits
}

const wait = fc.constantFrom(6 * MINUTE_MS, 60 * MINUTE_MS, DAY_MS).map((ms) =>
  step<Model>(`wait(${ms / MINUTE_MS} min)`, (model) => {
    model.now += ms
  }),
)

const roll = fc.constant(
  step<Model>('roll', async ({ now }, { store }) => {
    for await (const _ of store.rolls.roll(now));
  }),
)

/** A roll that takes some steps. */
const beginRoll = fc.nat({ max: 8 }).map((steps) =>
  step<Model>(`begin roll(${steps} steps)`, async (model, { store }) => {
    model.stopped = store.rolls.roll(model.now)[Symbol.asyncIterator]()
    for (let n = 0; n < steps; n += 1) await model.stopped.next()
  }),
)

/** It goes on after any other steps. */
const endRoll = fc.constant(
  step<Model>(
    'end roll',
    async (model) => {
      while (!(await model.stopped?.next())?.done);
      model.stopped = undefined
    },
    ({ stopped }) => stopped !== undefined,
  ),
)

const remove = fc.constant(
  step<Model>('delete a link', async (model, { store }) => {
    const link = linkAt(model, 2)
    if (link === undefined) return
    await store.links.deleteBySlug('', link.slug)
    model.links.delete(link)
  }),
)

/** Removes the visits of days before yesterday; their counts stay. */
const purge = fc.constant(
  step<Model>('purge', async (model, { store }) => {
    model.isPurged = true
    for await (const _ of store.hitRetention.purge((dayOf(model.now) - 1) * DAY_MS));
  }),
)

/** Sums of links and accounts plus the visits that they lack equal the counts at every instant, in any order of the work on them. */
export const rollups: Invariant<Model> = {
  name: 'rollups',
  replicas: 1,
  async setup({ store }) {
    const owner = await newOwner(store)
    const links = [await newLink(store, { owner }), await newLink(store, { owner }), await newLink(store, { owner })]
    // Histories share a database, and each begins after the days that an earlier one purged.
    const firstDay = Math.max(FIRST_DAY, dayOf((await store.hitRetention.keptFrom()) ?? 0) + 1)
    const now = firstDay * DAY_MS + 10 * 60 * MINUTE_MS
    return {
      owner,
      firstDay,
      links: new Map(links.map((link) => [link, new Map()])),
      stopped: undefined,
      isPurged: false,
      now,
    }
  },
  steps: [record, record, wait, roll, beginRoll, endRoll, remove, purge].map(compared),
  async check(model, { store }) {
    while (model.stopped && !(await model.stopped.next()).done);
    for (let n = 0; n < 2; n += 1) {
      model.now += DAY_MS
      for await (const _ of store.rolls.roll(model.now));
    }
    await compareSums(model, store)
    assert.deepEqual(await store.rolls.check(), [])
  },
}

/** The step, followed by a comparison of all sums with the model, and of the stored sums with the visits. */
function compared(steps: fc.Arbitrary<Step<Model>>): fc.Arbitrary<Step<Model>> {
  return steps.map((given) =>
    step<Model>(
      String(given),
      async (model, world) => {
        await given.run(model, world)
        await compareSums(model, world.store)
        assert.deepEqual(await world.store.rolls.check(), [])
      },
      (model) => given.check(model) as boolean,
    ),
  )
}

async function compareSums(model: Model, store: Store) {
  for (const [link, days] of model.links) await compare(store, model, [link.id], [days])
  await compare(store, model, null, [...model.links.values()])
}

async function compare(
  store: Store,
  model: Model,
  ids: readonly LinkId[] | null,
  visits: readonly Map<number, DayVisits>[],
) {
  const what = ids === null ? 'of the account' : `of link ${ids}`
  const expected = totals(visits)
  const { days, countries, referrers } = await sumsIn(store, model, ids)
  assert.deepEqual(days, expected.days, `visits by day ${what}`)
  assert.deepEqual(countries, expected.countries, `visits by country ${what}`)
  if (!model.isPurged) assert.deepEqual(referrers, expected.countries, `visits by referrer ${what}`)
  assert.equal(sum(referrers), sum(expected.countries), `visits with any referrer ${what}`)
}

type Counts = Readonly<Record<string, number>>

const sum = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

function totals(links: readonly Map<number, DayVisits>[]): { readonly days: Counts; readonly countries: Counts } {
  const days: Record<string, number> = {}
  const countries: Record<string, number> = {}
  for (const [day, visits] of links.flatMap((days) => [...days])) {
    for (const [country, hits] of visits) {
      days[day] = (days[day] ?? 0) + hits
      countries[country] = (countries[country] ?? 0) + hits
    }
  }
  return { days, countries }
}

async function sumsIn(store: Store, { owner, firstDay, now }: Model, ids: readonly LinkId[] | null) {
  const range = { from: firstDay * DAY_MS, to: (dayOf(now) + 1) * DAY_MS }
  const fact = { range, take: 100, bots: 'INCLUDE' } as const
  const answer = await store.analytics.sums({
    links: { owner, ids, tags: null, domain: null },
    where: [],
    offsets: [{ ...range, offsetMs: 0 }],
    questions: [
      { by: 'DAY', range },
      { by: 'COUNTRY', ...fact },
      { by: 'REFERRER', ...fact },
    ],
  })
  const [days = [], countries = [], referrers = []] = answer._unsafeUnwrap()
  return {
    days: Object.fromEntries(days.map(({ at, hits }) => [dayOf(at), hits])),
    countries: Object.fromEntries(countries.map(({ value, hits }) => [value ?? '', hits])),
    referrers: Object.fromEntries(
      referrers.map(({ value, hits }) => [value?.replace('.example', '').toUpperCase() ?? '', hits]),
    ),
  }
}
