import { collectDefaultMetrics, type Metric, Registry } from 'prom-client'
import type { Meters } from './meters.ts'
import { metricTable } from './metric-table.ts'
import type { Readings } from './readings.ts'

/** The service's metrics in the text format of Prometheus, with metrics of the process, its memory and event loop. */
export function createExposition(meters: Meters, read: () => Readings): () => Promise<string> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const { name, help, type, values } of metricTable(meters, read)) {
    const metric = { name, get: async () => ({ name, help, type, aggregator: 'sum', values: await values() }) }
    // The library's own metrics count on each call; ours are read at a scrape from counters that cost less.
    registry.registerMetric(metric as unknown as Metric)
  }
  return () => registry.metrics()
}
