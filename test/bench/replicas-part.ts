import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../support/free-port.ts'
import { COSTS_TITLE, type Costs, figuresOf } from './capacity/costs.ts'
import { batchesOf, forecast } from './capacity/forecast.ts'
import { CACHED_LINKS } from './capacity/link-cache.ts'
import type { ZipfLoad } from './capacity/zipf-load.ts'
import { type Fixture, openFixture, seedLinks, slugOf } from './fixture.ts'
import type { LoadResult } from './load.ts'
import { allStored, METRICS, readMetrics } from './metrics.ts'
import { grouped } from './numbers.ts'
import { cpuTime } from './process-figures.ts'
import { ALL_CORES, type BenchServer, forkLoad, startLoadGenerator, startOurs } from './processes.ts'
import { progress } from './progress.ts'
import type { Figure, Part } from './report.ts'
import { browserRequest } from './requests.ts'
import { expectOnly } from './rounds.ts'

const REPLICAS = 4
const ZIPF_EXPONENT = 1
const WARM_LINKS = 1000
const CONNECTIONS = 8
const DAY_SECONDS = 86_400
/** New processes take more CPU until V8 has compiled what runs often. */
const WARM_UP_SECONDS = 5
/** Visits per second and replica, and a lower rate that separates the costs of a batch of visits from those of a visit. */
const RATE = 250
const LOW_RATE = 25

export interface ReplicaSizes {
  readonly links: number
  /** Duration of the run with four replicas, and of each measurement of one. */
  readonly seconds: number
  readonly costSeconds: number
}

/** The costs of a visit on Postgres, then four replicas under Zipf traffic, with what the capacity model expected. */
export async function measureReplicas(sizes: ReplicaSizes): Promise<Part> {
  const { links, seconds, costSeconds } = sizes
  const { costs, pairs, wrong, lost } = await runReplicas(sizes)
  return {
    title: COSTS_TITLE,
    note: `Costs of one replica at ${LOW_RATE} and ${RATE} visits per second, ${costSeconds} s each. Then ${REPLICAS} replicas on one Postgres, ${RATE} visits per second each for ${seconds} s, to ${grouped(links)} links by Zipf's law with exponent ${ZIPF_EXPONENT}, ${WARM_UP_SECONDS} s after they started with empty caches; "expected" is the forecast of \`npm run model\`.`,
    figures: [
      ...figuresOf(costs),
      { what: 'wrong responses', value: wrong, unit: '', atMost: 0 },
      { what: 'lost visits', value: lost, unit: '', atMost: 0 },
      ...pairs.flatMap(({ what, measured, expected, unit }): Figure[] => [
        { what, value: measured, unit },
        { what: `${what}, expected`, value: expected, unit },
      ]),
    ],
  }
}

/** A measurement of four replicas with the forecast. */
interface Pair {
  readonly what: string
  readonly measured: number
  readonly expected: number
  readonly unit: string
}

interface ReplicaRun {
  readonly costs: Costs
  readonly pairs: readonly Pair[]
  readonly wrong: number
  readonly lost: number
}

export async function runReplicas(sizes: ReplicaSizes): Promise<ReplicaRun> {
  const { links, seconds } = sizes

  const fixture = await openFixture('postgres')
  progress(`replicas: creating ${grouped(links)} links`)
  await fixture.run(seedLinks({ count: links }))
  await fixture.settle()
  const database = await watchDatabase(fixture)
  const first = await startOurs({ ...fixture.environment, ...METRICS }, { cores: ALL_CORES })
  const costs = await measureCosts(first, database, sizes)
  await first.stop()

  const servers = await startReplicas(fixture)
  progress('replicas: four replicas')
  const early = await visitAll(servers, links, WARM_UP_SECONDS)
  const storedBefore = await fixture.count('hits')
  const sizeBefore = await fixture.size()
  const before = await readAll(servers, database)
  const results = await visitAll(servers, links, seconds)
  const used = difference(before, await readAll(servers, database))
  const visits = sumOf(results)
  const stored = (await fixture.count('hits')) - storedBefore
  const bytes = (await fixture.size()) - sizeBefore
  for (const server of servers) await server.stop()
  await database.close()

  const expected = forecast(
    {
      links,
      zipfExponent: ZIPF_EXPONENT,
      visitsPerSecond: visits / seconds,
      replicas: REPLICAS,
      cachedLinks: CACHED_LINKS,
      databaseCores: 1,
      retentionDays: seconds / DAY_SECONDS,
      webhookShare: 0,
      webhookHosts: 1,
      visits: { from: sumOf(early) / REPLICAS, to: (sumOf(early) + visits) / REPLICAS },
    },
    costs,
  )
  const part = (name: string) => (expected.components.find((each) => each.name === name)?.load ?? 0) * REPLICAS
  const cores = (micros: number) => micros / 1e6 / seconds
  return {
    costs,
    wrong: results.reduce((sum, { statuses }) => sum + wrongOf(statuses), 0),
    lost: visits - stored,
    pairs: [
      { what: 'visits from the cache', measured: 1 - used.lookups / visits, expected: expected.hitRate, unit: '' },
      { what: 'stored', measured: bytes / 2 ** 20, expected: expected.storedBytes / 2 ** 20, unit: 'MiB' },
      { what: 'lookups', measured: used.lookups / seconds, expected: expected.lookupsPerSecond, unit: '/s' },
      {
        what: 'redirecting threads',
        measured: cores(used.main),
        expected: part('redirecting thread of a replica'),
        unit: 'cores',
      },
      { what: 'hit workers', measured: cores(used.others), expected: part('hit worker of a replica'), unit: 'cores' },
      { what: 'database', measured: cores(used.database), expected: expected.databaseCores, unit: 'cores' },
      {
        what: 'WAL',
        measured: used.wal / seconds / 1024,
        expected: expected.walBytesPerSecond / 1024,
        unit: 'KiB/s',
      },
    ],
  }
}

const sumOf = (results: readonly LoadResult[]) => results.reduce((sum, { requests }) => sum + requests, 0)

/** A machine that is too slow leaves requests without an answer. */
const wrongOf = ({ 302: _, 0: _unanswered, ...others }: LoadResult['statuses']) =>
  Object.values(others).reduce((sum, count) => sum + count, 0)

/** Starts the replicas one after the other, each with its own folder for hits that wait. */
async function startReplicas({ environment }: Fixture): Promise<BenchServer[]> {
  const servers: BenchServer[] = []
  for (let n = 0; n < REPLICAS; n += 1) {
    const own = { PORT: `${await freePort()}`, DATA_DIR: `${environment.DATA_DIR}/replica-${n}` }
    servers.push(await startOurs({ ...environment, ...METRICS, ...own }, { cores: ALL_CORES }))
  }
  await settled()
  return servers
}

/** Waits until servers have loaded what they load after their start. */
const settled = () => sleep(5000)

/** Visits links on all servers, and waits until the visits are stored. */
async function visitAll(servers: readonly BenchServer[], links: number, seconds: number) {
  const results = await Promise.all(servers.map(({ port }) => zipfVisits(port, { links, seconds })))
  await Promise.all(servers.map(({ port }) => allStored(port)))
  return results
}

async function zipfVisits(port: number, { links, seconds }: Pick<ReplicaSizes, 'links' | 'seconds'>) {
  const child = forkLoad(new URL('./capacity/zipf-load.ts', import.meta.url), ALL_CORES)
  const plan = { connections: CONNECTIONS, rate: RATE, zipfExponent: ZIPF_EXPONENT }
  child.send({ ...plan, port, links, seconds, seed: port * seconds } satisfies ZipfLoad)
  const [result] = (await once(child, 'message')) as [LoadResult]
  child.disconnect()
  return result
}

/** What has been used so far: CPU in microseconds, WAL in bytes, and lookups of links that were not cached. */
interface Used {
  readonly main: number
  readonly others: number
  readonly database: number
  readonly wal: number
  readonly lookups: number
}

type Database = Awaited<ReturnType<typeof watchDatabase>>

async function watchDatabase({ environment, processes, size }: Fixture) {
  const client = new pg.Client(environment.DATABASE_URL)
  await client.connect()
  const numberOf = async (expression: string) => Number((await client.query(`select ${expression} as n`)).rows[0].n)
  return {
    size,
    wal: () => numberOf(`pg_current_wal_lsn() - '0/0'::pg_lsn`),
    cpu: () => processes().reduce((sum, pid) => sum + cpuTime(pid).all, 0),
    transactions: () => numberOf('(select xact_commit from pg_stat_database where datname = current_database())'),
    close: () => client.end(),
  }
}

async function readAll(servers: readonly BenchServer[], database: Database): Promise<Used> {
  const cpu = servers.map(({ pid }) => cpuTime(pid))
  const metrics = await Promise.all(servers.map(({ port }) => readMetrics(port)))
  return {
    main: cpu.reduce((sum, { main }) => sum + main, 0),
    others: cpu.reduce((sum, { all, main }) => sum + all - main, 0),
    database: database.cpu(),
    wal: await database.wal(),
    lookups: metrics.reduce((sum, metric) => sum + metric('cache_misses_total'), 0),
  }
}

const difference = (before: Used, after: Used): Used =>
  Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Used]])) as never

/** Measures one replica: idle, at two rates with warm links, and with links that were not visited before. */
async function measureCosts(server: BenchServer, database: Database, sizes: ReplicaSizes): Promise<Costs> {
  const run = startLoadGenerator()
  const { costSeconds: seconds, links } = sizes
  // A prime step, so that links are as far from each other as popular ones.
  const requestsTo = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => browserRequest(slugOf(((first + index) * 7919) % links), index))
  const warm = requestsTo(0, WARM_LINKS)
  const follow = async (requests: readonly string[], rate: number, duration = seconds) => {
    const before = await readAll([server], database)
    const result = await run({
      port: server.port,
      requests,
      connections: CONNECTIONS,
      seconds: duration,
      rate,
      sleeps: true,
    })
    expectOnly(302, result)
    await allStored(server.port)
    const used = difference(before, await readAll([server], database))
    return { visits: result.requests, batches: batchesOf(rate) * duration, used }
  }
  progress('replicas: costs of a visit')
  await settled()
  await follow(warm, RATE, (2 * WARM_LINKS) / RATE)
  const transactions = await database.transactions()
  await sleep(seconds * 1000)
  const idleTransactions = ((await database.transactions()) - transactions) / seconds
  const sizeBefore = await database.size()
  const low = await follow(warm, LOW_RATE)
  const high = await follow(warm, RATE)
  const cold = await follow(requestsTo(WARM_LINKS, RATE * seconds), RATE)
  const visits = low.visits + high.visits + cold.visits
  const [databasePerBatch, databasePerVisit] = solve(low, high, ({ database }) => database)
  const [workerPerBatch, workerPerVisit] = solve(low, high, ({ others }) => others)
  const [walPerBatch, walPerVisit] = solve(low, high, ({ wal }) => wal)
  const perLookup = (of: 'main' | 'others' | 'database' | 'wal') =>
    Math.max(0, (cold.used[of] - (high.used[of] * cold.visits) / high.visits) / cold.used.lookups)
  return {
    redirectPerVisit: high.used.main / high.visits,
    redirectPerLookup: perLookup('main'),
    workerPerVisit,
    workerPerBatch,
    workerPerLookup: perLookup('others'),
    databasePerVisit,
    databasePerBatch,
    databasePerLookup: perLookup('database'),
    walPerVisit,
    walPerBatch,
    walPerLookup: perLookup('wal'),
    storedPerVisit: ((await database.size()) - sizeBefore) / visits,
    idleTransactions,
  }
}

interface Measured {
  readonly visits: number
  readonly batches: number
  readonly used: Used
}

/** Solves what a batch and a visit use from two runs at different rates; neither is negative. */
function solve(low: Measured, high: Measured, of: (used: Used) => number): readonly [batch: number, visit: number] {
  const visit =
    (of(high.used) * low.batches - of(low.used) * high.batches) /
    (high.visits * low.batches - low.visits * high.batches)
  const atLeastZero = Math.max(0, visit)
  return [Math.max(0, (of(low.used) - low.visits * atLeastZero) / low.batches), atLeastZero]
}
