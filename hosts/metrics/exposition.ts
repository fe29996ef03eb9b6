import { collectDefaultMetrics, type Metric, Registry } from 'prom-client'
import type { Latency } from './latency.ts'
import type { CounterMap, Meters } from './meters.ts'

/** What is read from the parts of the service at each scrape; a part that an embedder replaced may not count. */
export interface Readings {
  readonly hits?:
    | {
        readonly stored: number
        readonly spilled: number
        readonly dropped: number
        readonly refused: number
        readonly buffered: number
        readonly oldestSeconds: number
        readonly journalBytes: number
      }
    | undefined
  readonly hitWorkerRestarts?: number | undefined
  readonly cache?: { readonly hits: number; readonly misses: number } | undefined
  /** Free disk around what the service writes, and whether that is enough for creations. */
  readonly disk: { readonly freeBytes?: number | undefined; readonly hasRoom: boolean }
  /** Only where the database has a pool. */
  readonly pool?: { readonly total: number; readonly idle: number; readonly waiting: number } | undefined
  /** Verified domains whose TXT record was missing at the last look; rejects when the database is away. */
  domainsMissingProof(): Promise<number>
  /**
   * Webhooks with deliveries due, for how many seconds the oldest has been, and the deliveries in the outbox by when they are due;
   * rejects when the database is away.
   */
  due(): Promise<{
    readonly webhooks: number
    readonly oldestSeconds: number
    readonly deliveries: { readonly due: number; readonly later: number }
  }>
}

interface Value {
  readonly value: number
  readonly labels?: Readonly<Record<string, string | number>>
  readonly metricName?: string
}

type Kind = 'counter' | 'gauge' | 'histogram'

/** The service's figures in the text format of Prometheus. Those of the process, its memory and event loop come with them. */
export function createExposition(meters: Meters, read: () => Readings): () => Promise<string> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const expose = (
    name: string,
    help: string,
    type: Kind,
    values: () => readonly Value[] | Promise<readonly Value[]>,
  ) => {
    const metric = { name, get: async () => ({ name, help, type, aggregator: 'sum', values: await values() }) }
    // The library's own metrics count as they go; ours are read from counters that cost less.
    registry.registerMetric(metric as unknown as Metric)
  }
  const one = (name: string, help: string, type: Kind, value: () => number | undefined) =>
    expose(name, help, type, () => valueIfAny(value()))
  const labelledCounter = (name: string, help: string, label: string, from: CounterMap) =>
    expose(name, help, 'counter', () => from.read().map(([key, value]) => ({ value, labels: { [label]: key } })))
  const latency = (name: string, help: string, from: Latency) =>
    expose(name, help, 'histogram', () => histogramOf(name, from))

  latency('shortlink_redirect_duration_seconds', 'From the request for a short link to its answer', meters.redirects)
  latency('shortlink_answer_duration_seconds', 'The same of everything else: APIs, pages, probes', meters.answers)
  labelledCounter('shortlink_answers_total', 'Answers by surface and status', 'answer', meters.statuses)
  labelledCounter('shortlink_graphql_errors_total', 'Errors of GraphQL by code', 'code', meters.errors)
  labelledCounter('shortlink_rate_limited_total', 'Calls refused, by limit', 'limit', meters.refused)

  one('shortlink_hits_stored_total', 'Hits in the database', 'counter', () => read().hits?.stored)
  one('shortlink_hits_spilled_total', 'Hits kept on disk for a while', 'counter', () => read().hits?.spilled)
  one('shortlink_hits_dropped_total', 'Hits lost', 'counter', () => read().hits?.dropped)
  one('shortlink_hits_refused_total', 'Hits set aside', 'counter', () => read().hits?.refused)
  one('shortlink_hits_buffered', 'Hits in memory', 'gauge', () => read().hits?.buffered)
  one('shortlink_hits_oldest_seconds', 'Age of the oldest hit not stored', 'gauge', () => read().hits?.oldestSeconds)
  one('shortlink_hits_journal_bytes', 'Size of the journal of hits', 'gauge', () => read().hits?.journalBytes)
  one('shortlink_hit_worker_restarts_total', 'Deaths of the hit worker', 'counter', () => read().hitWorkerRestarts)
  one('shortlink_cache_hits_total', 'Lookups of links answered from memory', 'counter', () => read().cache?.hits)
  one('shortlink_cache_misses_total', 'Lookups of links that asked the database', 'counter', () => read().cache?.misses)
  one(
    'shortlink_disk_free_bytes',
    'Free disk around the data folder and database',
    'gauge',
    () => read().disk.freeBytes,
  )
  one('shortlink_disk_low', 'Whether creations are refused for want of free disk', 'gauge', () =>
    Number(!read().disk.hasRoom),
  )
  expose('shortlink_pool_connections', 'Connections to Postgres, and callers that wait for one', 'gauge', () =>
    Object.entries(read().pool ?? {}).map(([state, value]) => ({ value, labels: { state } })),
  )
  const due = sharedFor(1000, () =>
    read()
      .due()
      .catch(() => undefined),
  )
  expose('shortlink_database_up', 'Whether the database answered the scrape', 'gauge', async () => [
    { value: (await due()) ? 1 : 0 },
  ])
  expose('shortlink_webhooks_due', 'Webhooks with deliveries due, a thousand at most', 'gauge', async () =>
    valueIfAny((await due())?.webhooks),
  )
  expose('shortlink_webhooks_oldest_due_seconds', 'For how long the oldest has been due', 'gauge', async () =>
    valueIfAny((await due())?.oldestSeconds),
  )
  expose('shortlink_outbox_deliveries', 'Deliveries with tries left, a hundred thousand at most', 'gauge', async () =>
    Object.entries((await due())?.deliveries ?? {}).map(([state, value]) => ({ value, labels: { state } })),
  )
  const missingProof = sharedFor(1000, () =>
    read()
      .domainsMissingProof()
      .catch(() => undefined),
  )
  expose(
    'shortlink_domains_missing_proof',
    'Verified domains whose TXT record is gone: they lapse',
    'gauge',
    async () => valueIfAny(await missingProof()),
  )
  return () => registry.metrics()
}

const valueIfAny = (value: number | undefined): Value[] => (value === undefined ? [] : [{ value }])

function histogramOf(name: string, latency: Latency): Value[] {
  const { buckets, count, sum } = latency.read()
  return [
    ...buckets.map(([le, value]) => ({ metricName: `${name}_bucket`, value, labels: { le } })),
    { metricName: `${name}_bucket`, value: count, labels: { le: '+Inf' } },
    { metricName: `${name}_sum`, value: sum },
    { metricName: `${name}_count`, value: count },
  ]
}

/** Asks once for several who ask at about the same time. */
function sharedFor<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (answer === undefined || performance.now() - askedAt > milliseconds) {
      askedAt = performance.now()
      answer = ask()
    }
    return answer
  }
}
