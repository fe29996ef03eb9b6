import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, CREATE, LIST, LIST_WITH_COUNT, signUp } from './api.ts'
import { type DatabaseName, HIGH_LIMITS, openFixture, seedLinks } from './fixture.ts'
import type { LoadResult } from './load.ts'
import { allStored, METRICS, metricIsZero, readMetrics } from './metrics.ts'
import { grouped, mean } from './numbers.ts'
import { DATABASE_PLACE, startLoadGenerator, startOurs } from './processes.ts'
import { progress } from './progress.ts'
import type { Figure, Part } from './report.ts'
import { visitsOf } from './requests.ts'

const OTHERS_LINKS = 10_000
const OWN_LINKS = 50
/** What the neighbour does a second. */
const LISTS = 20
const CREATES = 10
const VISITS = 500
const SEARCHES = 5
const SAMPLE_MS = 100
/** Times a neighbour's quiet value. */
const GOAL = 2

interface Sizes {
  readonly seconds: number
  /** Of the account that searches. */
  readonly links: number
  /** Of the account that is deleted, which has a fifth as many links as the one that searches. */
  readonly hits: number
}

/** What a user notices of another's searches and of the delete of a large account. */
export async function measureNeighbours(database: DatabaseName, { seconds, links, hits }: Sizes): Promise<Part> {
  const fixture = await openFixture(database)
  const server = await startOurs({ ...fixture.environment, ...HIGH_LIMITS, ...METRICS })
  const { port } = server
  const [searcher, leaver, neighbour] = [await signUp(port), await signUp(port), await signUp(port)]
  const doomed = links / 5
  progress(`neighbours: making ${grouped(links + doomed)} links and ${grouped(hits)} hits`)
  await fixture.run(seedLinks({ count: OTHERS_LINKS }))
  await fixture.run(seedLinks({ count: links, first: OTHERS_LINKS, owner: searcher.id }))
  await fixture.run(seedLinks({ count: doomed, first: OTHERS_LINKS + links, owner: leaver.id }))
  await fixture.run(seedLinks({ count: OWN_LINKS, first: OTHERS_LINKS + links + doomed, owner: neighbour.id }))
  // As Postgres does by itself in time.
  if (database === 'postgres') await fixture.run('analyze')
  await visit(port, visitsOf(doomed, OTHERS_LINKS + links), hits)

  const life = openLife(port, neighbour, seconds * 4)
  progress('neighbours: quiet')
  await life()
  const before = await life()
  progress('neighbours: beside searches')
  const request = searcher.request(LIST_WITH_COUNT, { search: 'zebra', take: 20 })
  const search = startLoadGenerator()
  const searching = search({ port, requests: [request], connections: 16, seconds: seconds * 4, rate: SEARCHES })
  const besideSearches = await life()
  const searched = await searching
  progress('neighbours: quiet again')
  const quiet = calmer(before, await life())
  progress('neighbours: beside a delete')
  const began = performance.now()
  const deleting = leaver.ask('mutation { deleteAccount }').then(
    () => performance.now() - began,
    () => Number.NaN,
  )
  const besideDelete = await life()
  progress('neighbours: waiting for the end of the delete')
  const removedAfter = await metricIsZero(port, 'deletions_waiting').then(
    () => performance.now() - began,
    () => Number.NaN,
  )
  return {
    title: 'Noisy neighbors',
    note: `A user of ${OWN_LINKS} links lists them ${LISTS} times and creates ${CREATES} links a second, while ${VISITS} redirects a second are recorded: alone (the lower values of two times), beside an owner of ${grouped(links)} links who searches ${SEARCHES} times a second for what no link holds, and while an account of ${grouped(doomed)} links with ${grouped(hits)} hits is deleted; ${seconds * 4} s each, timed from when a call was due. ${database === 'postgres' ? DATABASE_PLACE : ''}`,
    figures: [
      ...['list', 'create'].flatMap((what) => quietFigures(what as 'list' | 'create', quiet)),
      { what: 'age of the oldest unstored hit, mean', value: quiet.hitAge, unit: 's' },
      ...besideFigures('searches', quiet, besideSearches),
      { what: 'the search, p50', value: searched.p50, unit: 'ms' },
      ...besideFigures('the deletion', quiet, besideDelete),
      { what: 'response time of the deletion', value: await deleting, unit: 'ms' },
      { what: 'last row removed after', value: removedAfter / 1000, unit: 's' },
    ],
  }
}

interface Life {
  readonly list: LoadResult
  readonly create: LoadResult
  /** Seconds. */
  readonly hitAge: number
}

/** What the neighbour does, for the given time. */
function openLife(port: number, neighbour: Account, seconds: number): () => Promise<Life> {
  const [lists, creates, visits] = [startLoadGenerator(), startLoadGenerator(), startLoadGenerator()]
  const plan = { port, connections: 16, seconds }
  const requests = {
    list: [neighbour.request(LIST, { take: 50 })],
    create: [neighbour.request(CREATE)],
    visits: visitsOf(OTHERS_LINKS),
  }
  return async () => {
    const ages: number[] = []
    let over = false
    const sampling = (async () => {
      for (; !over; await sleep(SAMPLE_MS)) ages.push((await readMetrics(port))('hits_oldest_seconds'))
    })()
    const [list, create] = await Promise.all([
      lists({ ...plan, requests: requests.list, rate: LISTS }),
      creates({ ...plan, requests: requests.create, rate: CREATES }),
      visits({ ...plan, requests: requests.visits, rate: VISITS }),
    ])
    over = true
    await sampling
    return { list, create, hitAge: mean(ages) }
  }
}

/** The lower of each value: other work on the machine must not make the quiet values high, and so the ratios low. */
const calmer = (one: Life, other: Life): Life => ({
  list: lower(one.list, other.list),
  create: lower(one.create, other.create),
  hitAge: Math.min(one.hitAge, other.hitAge),
})

const lower = (one: LoadResult, other: LoadResult): LoadResult => ({
  ...one,
  p50: Math.min(one.p50, other.p50),
  p99: Math.min(one.p99, other.p99),
})

function quietFigures(what: 'list' | 'create', quiet: Life): Figure[] {
  const { p50, p99 } = quiet[what]
  return [
    { what: `${what} alone, p50`, value: p50, unit: 'ms' },
    { what: `${what} alone, p99`, value: p99, unit: 'ms' },
  ]
}

const besideFigures = (what: string, quiet: Life, beside: Life): Figure[] => [
  ...(['list', 'create'] as const).flatMap((call) => [
    ...(['p50', 'p99'] as const).map((share) => ({
      what: `${call} during ${what}, ${share} vs. alone`,
      value: beside[call][share] / quiet[call][share],
      unit: '×',
      atMost: GOAL,
    })),
    { what: `${call} during ${what}, failed`, value: failures(beside[call]), unit: '', atMost: 0 },
  ]),
  {
    what: `age of the oldest unstored hit during ${what} vs. alone`,
    value: beside.hitAge / quiet.hitAge,
    unit: '×',
    atMost: GOAL,
  },
]

const failures = ({ statuses, errors }: LoadResult) =>
  Object.entries(statuses).reduce((sum, [status, times]) => sum + (status === '200' ? 0 : times), 0) + errors

/** Follows the links until that number of hits is stored, or a few more. */
export async function visit(port: number, requests: readonly string[], hits: number) {
  const run = startLoadGenerator()
  for (let sent = 0; sent < hits; ) {
    const result = await run({ port, requests, connections: 32, seconds: 1 })
    sent += result.requests
    await allStored(port)
  }
}
