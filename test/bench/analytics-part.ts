import { filterOf, QUESTIONS, queryOf } from './analytics-questions.ts'
import { LIST, signUp } from './api.ts'
import { besideQuestions, VISITS } from './beside-questions.ts'
import { type DatabaseName, type Fixture, HIGH_LIMITS, openFixture, seedLinks } from './fixture.ts'
import { METRICS } from './metrics.ts'
import { grouped, median, quantile } from './numbers.ts'
import { DATABASE_PLACE, startOurs } from './processes.ts'
import { progress } from './progress.ts'
import type { Figure, Part } from './report.ts'
import { seedVisits } from './seed-visits.ts'

const CALLS = 21
/** Before those that are timed: they compile and warm what the others find. */
const WARM_CALLS = 20
const AT_MOST_MS = 300
const PAGE_AT_MOST_MS = 10

interface Sizes {
  readonly rounds: number
  readonly seconds: number
  readonly analytics: { readonly onOne: number; readonly spread: number; readonly links: number }
}

/** Each question about a year of visits, of one link and of all, and what redirects beside them notice. */
export async function measureAnalytics(database: DatabaseName, { rounds, seconds, analytics }: Sizes): Promise<Part> {
  const fixture = await openFixture(database)
  const environment = { ...fixture.environment, ...HIGH_LIMITS, ...METRICS }
  const first = await startOurs(environment)
  const owner = await signUp(first.port)
  await first.stop()
  const { links, onOne, spread } = analytics
  await fixture.run(seedLinks({ count: links, owner: owner.id }))
  await seedVisits(fixture, { ...analytics, owner: owner.id })
  const rolledIn = await rollAll(fixture)
  await fixture.settle()
  const server = await startOurs(environment)

  const figures: Figure[] = [{ what: 'building all rollups once', value: rolledIn, unit: 's' }]
  for (const [whose, ids] of [
    ['one link', ['link-10000000']],
    ['all links', null],
  ] as const) {
    for (const [when, days] of [
      ['30 days', 30],
      ['a year', 365],
    ] as const) {
      for (const [what, selection] of Object.entries(QUESTIONS)) {
        progress(`analytics: ${whose}, ${when}, ${what}`)
        const ask = (call: number) => owner.ask(queryOf(selection), filterOf(ids, days, call))
        figures.push(await timed(`${whose}, ${when}, ${what}`, ask, AT_MOST_MS))
      }
    }
  }
  figures.push(
    await timed('first 20 links', () => owner.ask(LIST, { take: 20 }), PAGE_AT_MOST_MS),
    await timed(
      `first 100 hits of the link with ${grouped(onOne)}`,
      () => owner.ask(HITS, { id: 'link-10000000' }),
      PAGE_AT_MOST_MS,
    ),
    ...(await besideQuestions({ server, databaseProcesses: fixture.processes(), owner, rounds, seconds, links })),
  )
  return {
    title: 'Analytics',
    note: `${grouped(onOne + spread)} visits. p95 of ${CALLS} calls over HTTP after ${WARM_CALLS} others, one after the other, each about other quarters of an hour, so that none is answered from the answers of the last ten seconds; the median in brackets. One link has ${grouped(onOne)} visits in a year, ${grouped(links - 1)} others together ${grouped(spread)}, the n-th a share of 1/n; all belong to one account. Redirects are ${grouped(VISITS)} a second, in turns alone, beside all questions one after the other without a pause, and beside as many reads of one row: first with the threads that read on the redirecting thread's core, then with these on another. Then the load generator of the redirects shares the redirecting thread's core and sleeps up to a millisecond too long, which all three figures include${database === 'postgres' ? ', and the database gives way to the threads' : ''}. ${database === 'postgres' ? DATABASE_PLACE : ''}`,
    figures,
  }
}

const HITS =
  'query ($id: ID!) { getShortlinkInfo(id: $id) { hits(take: 100) { id ip createdAt device redirectedTo } } }'

async function timed(what: string, ask: (call: number) => Promise<unknown>, atMost: number): Promise<Figure> {
  const times: number[] = []
  for (let call = 0; call < WARM_CALLS + CALLS; call += 1) {
    const began = performance.now()
    await ask(call)
    if (call >= WARM_CALLS) times.push(performance.now() - began)
  }
  return { what: `${what} (${median(times).toFixed(1)})`, value: quantile(times, 0.95), unit: 'ms', atMost }
}

/** Seconds until all days are summed up, as a server does in the background. */
async function rollAll(fixture: Fixture): Promise<number> {
  const store = await fixture.openStore()
  const began = performance.now()
  let steps = 0
  for await (const _ of store.rolls.roll(Date.now())) {
    steps += 1
    if (steps % 1_000 === 0) progress(`analytics: ${grouped(steps)} steps of summing up`)
  }
  await store.close()
  return (performance.now() - began) / 1000
}
