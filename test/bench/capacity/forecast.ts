import { ENOUGH_VISITS, GATHER_MS } from '../../../adapters/hits/delivery.ts'
import type { Costs } from './costs.ts'
import { hitRate, hitRateOf, type Visits } from './link-cache.ts'
import { zipfGroups } from './popularity.ts'
import { thresholdOf } from './threshold.ts'

export interface Workload {
  readonly links: number
  /** 0 for equally popular links; about 1 for links that people share. */
  readonly zipfExponent: number
  readonly visitsPerSecond: number
  readonly replicas: number
  /** Links in the full cache of a replica. */
  readonly cachedLinks: number
  readonly databaseCores: number
  readonly retentionDays: number
  /** Share of visits with a webhook for `link.clicked`, and the number of hosts that receive them. */
  readonly webhookShare: number
  readonly webhookHosts: number
  /** Which visits of each replica; by default, those after its cache is full. */
  readonly visits?: Visits
}

/** A part of the deployment that can be used up. */
export interface Component {
  readonly name: string
  /** Load and capacity in the same unit. */
  readonly load: number
  readonly capacity: number
  readonly unit: string
}

export interface Forecast {
  readonly hitRate: number
  readonly lookupsPerSecond: number
  /** Transactions with visits, over all replicas. */
  readonly batchesPerSecond: number
  readonly transactionsPerSecond: number
  readonly databaseCores: number
  readonly walBytesPerSecond: number
  readonly storedBytes: number
  readonly deliveriesPerSecond: number
  /** Of all replicas and the database. */
  readonly coreHoursPerBillionVisits: number
  /** Those with a limit, the fullest first. */
  readonly components: readonly Component[]
}

/** Deliveries per second to one host from one process (adapters/webhooks/host-throttle.ts). */
const DELIVERIES_PER_HOST = 10
const DAY_SECONDS = 86_400
const HOUR_MICROS = 3.6e9

/** Transactions per second in which a replica stores its visits: one per interval, or as soon as enough wait. */
export function batchesOf(visitsPerSecond: number): number {
  const perInterval = visitsPerSecond / (1 + (visitsPerSecond * GATHER_MS) / 1000)
  return Math.max(perInterval, visitsPerSecond / ENOUGH_VISITS)
}

/** Forecasts the load of each component from the costs that `npm run bench` measures. */
export function forecast(workload: Workload, costs: Costs): Forecast {
  const { visitsPerSecond, replicas, cachedLinks, visits } = workload
  const each = visitsPerSecond / replicas
  const groups = zipfGroups(workload.links, workload.zipfExponent)
  const cached = visits === undefined ? hitRate(groups, cachedLinks) : hitRateOf(groups, cachedLinks, visits)
  const lookups = visitsPerSecond * (1 - cached)
  const batches = replicas * batchesOf(each)
  const databaseMicros =
    lookups * costs.databasePerLookup + batches * costs.databasePerBatch + visitsPerSecond * costs.databasePerVisit
  const deliveries = visitsPerSecond * workload.webhookShare
  const redirecting = each * costs.redirectPerVisit + (lookups / replicas) * costs.redirectPerLookup
  const storing =
    each * costs.workerPerVisit + (lookups * costs.workerPerLookup + batches * costs.workerPerBatch) / replicas
  const components: Component[] = [
    { name: 'redirecting thread of a replica', load: redirecting / 1e6, capacity: 1, unit: 'cores' },
    { name: 'hit worker of a replica', load: storing / 1e6, capacity: 1, unit: 'cores' },
    { name: 'database', load: databaseMicros / 1e6, capacity: workload.databaseCores, unit: 'cores' },
    {
      name: 'webhook deliveries',
      load: deliveries,
      capacity: DELIVERIES_PER_HOST * workload.webhookHosts * replicas,
      unit: 'per second',
    },
  ]
  return {
    hitRate: cached,
    lookupsPerSecond: lookups,
    batchesPerSecond: batches,
    transactionsPerSecond: lookups + batches + replicas * costs.idleTransactions,
    databaseCores: databaseMicros / 1e6,
    walBytesPerSecond: lookups * costs.walPerLookup + batches * costs.walPerBatch + visitsPerSecond * costs.walPerVisit,
    storedBytes: visitsPerSecond * DAY_SECONDS * workload.retentionDays * costs.storedPerVisit,
    deliveriesPerSecond: deliveries,
    coreHoursPerBillionVisits:
      (1e9 * (replicas * (redirecting + storing) + databaseMicros)) / visitsPerSecond / HOUR_MICROS,
    components: components.sort((one, other) => useOf(other) - useOf(one)),
  }
}

export const useOf = ({ load, capacity }: Component): number => load / capacity

/** Returns visits per second at which the first component is used up. */
export function limitOf(workload: Workload, costs: Costs): number {
  return thresholdOf(
    (visitsPerSecond) => useOf(forecast({ ...workload, visitsPerSecond }, costs).components[0] as Component) >= 1,
  )
}
