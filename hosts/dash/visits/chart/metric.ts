import type { Sums } from '../numbers.ts'

export const METRICS = ['visits', 'visitors', 'bots'] as const
export type Metric = (typeof METRICS)[number]

/** The number of one metric; visits exclude bots unless they are included. */
export function metricValue(metric: Metric, { hits, bots, visitors }: Sums, withBots: boolean): number {
  if (metric === 'visits') return withBots ? hits : hits - bots
  return metric === 'bots' ? bots : visitors
}

/** The relative change; undefined without an earlier value. */
export const changeOf = (now: number, before: number | undefined) =>
  before === undefined || before === 0 ? undefined : (now - before) / before
