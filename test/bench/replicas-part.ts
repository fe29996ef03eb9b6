import { once } from 'node:events'
import { freePort } from '../support/free-port.ts'
import { COSTS_TITLE, type Costs, figuresOf } from './capacity/costs.ts'
import { forecast } from './capacity/forecast.ts'
import { CACHED_LINKS } from './capacity/link-cache.ts'
import { CONNECTIONS, LOW_RATE, measureCosts, RATE, settled } from './capacity/measure-costs.ts'
import { difference, readAll, watchDatabase } from './capacity/usage.ts'
import type { ZipfLoad } from './capacity/zipf-load.ts'
import { type Fixture, openFixture, seedLinks } from './fixture.ts'
import type { LoadResult } from './load.ts'
import { allStored, METRICS } from './metrics.ts'
import { grouped } from './numbers.ts'
import { ALL_CORES, type BenchServer, forkLoad, startOurs } from './processes.ts'
import { progress } from './progress.ts'
import type { Figure, Part } from './report.ts'

const REPLICAS = 4
const ZIPF_EXPONENT = 1
const DAY_SECONDS = 86_400
/** New processes take more CPU until V8 has compiled what runs often. */
const WARM_UP_SECONDS = 5

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
  const { links, seconds, costSeconds } = sizes
  const fixture = await openFixture('postgres')
  progress(`replicas: creating ${grouped(links)} links`)
  await fixture.run(seedLinks({ count: links }))
  await fixture.settle()
  const database = await watchDatabase(fixture)
  const first = await startOurs({ ...fixture.environment, ...METRICS }, { cores: ALL_CORES })
  const costs = await measureCosts(first, database, { links, seconds: costSeconds })
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
