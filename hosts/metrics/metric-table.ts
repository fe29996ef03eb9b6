import type { Latency } from './latency.ts'
import type { CounterMap, Meters } from './meters.ts'
import type { Readings } from './readings.ts'

export interface Value {
  readonly value: number
  readonly labels?: Readonly<Record<string, string | number>>
  readonly metricName?: string
}

/** A metric of the service, read at each scrape. */
export interface MetricRow {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly values: () => readonly Value[] | Promise<readonly Value[]>
}

/** Metrics that a scrape reads from the database share its result for this long. */
const DATABASE_CACHE_MS = 1000

export const metricTable = (meters: Meters, read: () => Readings): readonly MetricRow[] => [
  histogram('redirect_duration_seconds', 'From the request for a short link to its answer', meters.redirects),
  histogram('answer_duration_seconds', 'Same as above for everything else: APIs, pages, probes', meters.answers),
  labelled('answers_total', 'Responses by surface and status', 'answer', meters.statuses),
  labelled('graphql_errors_total', 'GraphQL errors by code', 'code', meters.errors),
  labelled('redirects_refused_total', 'Refused visits by reason', 'reason', meters.refusals),
  labelled('rate_limited_total', 'Calls refused, by limit', 'limit', meters.rejections),
  gauge('rate_limit_store_up', 'Whether RATELIMIT_STORE can be used', () => numberIfAny(meters.limitStore?.().isUp)),
  counter(
    'rate_limit_local_calls_total',
    'Calls limited by this replica alone while RATELIMIT_STORE was away',
    () => meters.limitStore?.().localCalls,
  ),
  ...hitMetrics(read),
  counter('cache_hits_total', 'Link lookups served from memory', () => read().cache?.hits),
  counter('cache_misses_total', 'Link lookups served by the database', () => read().cache?.misses),
  gauge('disk_free_bytes', 'Free disk space of the data folder and database', () => read().disk.freeBytes),
  gauge('disk_low', 'Whether creations are refused because of low disk space', () => Number(!read().disk.hasRoom)),
  row('pool_connections', 'Postgres connections and waiting callers', 'gauge', () => byLabel('state', read().pool)),
  gauge('read_replica_up', 'Whether DATABASE_READ_URL is used', () => numberIfAny(read().readReplica?.isUp)),
  gauge('read_replica_lag_seconds', 'How far DATABASE_READ_URL is behind', () => read().readReplica?.lagSeconds),
  row('read_replica_reads_total', 'Reads by the replica, or by the primary and why', 'counter', () =>
    byLabel('outcome', read().readReplica?.reads),
  ),
  ...databaseMetrics(read),
]

const hitMetrics = (read: () => Readings) => [
  counter('hits_stored_total', 'Hits in the database', () => read().hits?.stored),
  counter('hits_spilled_total', 'Hits waiting on disk', () => read().hits?.spilled),
  counter('hits_dropped_total', 'Hits lost', () => read().hits?.dropped),
  counter('hits_refused_total', 'Hits set aside after the database refused them', () => read().hits?.refused),
  gauge('hits_buffered', 'Hits in memory', () => read().hits?.buffered),
  gauge('hits_oldest_seconds', 'Age of the oldest hit not stored', () => read().hits?.oldestSeconds),
  gauge('hits_journal_bytes', 'Size of the journal of hits', () => read().hits?.journalBytes),
  counter('hit_worker_restarts_total', 'Hit worker exits', () => read().hitWorkerRestarts),
]

function databaseMetrics(read: () => Readings) {
  const due = sharedFor(DATABASE_CACHE_MS, () => orUndefined(read().due()))
  const missingProof = sharedFor(DATABASE_CACHE_MS, () => orUndefined(read().domainsMissingProof()))
  const deletions = sharedFor(DATABASE_CACHE_MS, () => orUndefined(read().deletionsWaiting()))
  return [
    gauge('database_up', 'Whether the database responded to the scrape', async () =>
      Number((await due()) !== undefined),
    ),
    gauge('webhooks_due', 'Webhooks with deliveries due, at most 1,000', async () => (await due())?.webhooks),
    gauge('webhooks_oldest_due_seconds', 'Age of the oldest due delivery', async () => (await due())?.oldestSeconds),
    row('outbox_deliveries', 'Deliveries with attempts left, at most 100,000', 'gauge', async () =>
      byLabel('state', (await due())?.deliveries),
    ),
    gauge('deletions_waiting', 'Deleted accounts, links and webhooks with remaining rows, at most 100,000', deletions),
    gauge('domains_missing_proof', 'Verified domains with a missing TXT record, which lapse', missingProof),
  ]
}

const row = (name: string, help: string, type: MetricRow['type'], values: MetricRow['values']): MetricRow => ({
  name: `shortlink_${name}`,
  help,
  type,
  values,
})

type ReadValue = () => number | undefined | Promise<number | undefined>

const counter = (name: string, help: string, read: ReadValue) =>
  row(name, help, 'counter', async () => valueIfAny(await read()))

const gauge = (name: string, help: string, read: ReadValue) =>
  row(name, help, 'gauge', async () => valueIfAny(await read()))

const labelled = (name: string, help: string, label: string, from: CounterMap) =>
  row(name, help, 'counter', () => from.read().map(([key, value]) => ({ value, labels: { [label]: key } })))

function histogram(name: string, help: string, latency: Latency): MetricRow {
  const full = `shortlink_${name}`
  return row(name, help, 'histogram', () => {
    const { buckets, count, sum } = latency.read()
    return [
      ...buckets.map(([le, value]) => ({ metricName: `${full}_bucket`, value, labels: { le } })),
      { metricName: `${full}_bucket`, value: count, labels: { le: '+Inf' } },
      { metricName: `${full}_sum`, value: sum },
      { metricName: `${full}_count`, value: count },
    ]
  })
}

const numberIfAny = (value: boolean | undefined) => (value === undefined ? undefined : Number(value))

const valueIfAny = (value: number | undefined): Value[] => (value === undefined ? [] : [{ value }])

const byLabel = (label: string, counts: Readonly<Record<string, number>> = {}): Value[] =>
  Object.entries(counts).map(([name, value]) => ({ value, labels: { [label]: name } }))

const orUndefined = <T>(answer: Promise<T>): Promise<T | undefined> => answer.catch(() => undefined)

/** Calls `ask` once for callers within the same period. */
function sharedFor<T>(periodMs: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (answer === undefined || performance.now() - askedAt > periodMs) {
      askedAt = performance.now()
      answer = ask()
    }
    return answer
  }
}
