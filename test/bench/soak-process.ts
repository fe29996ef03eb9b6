/** The soak's traffic in a process of its own. The plan comes by IPC, how it stands goes back each second, and the outcome at the end. */
import { quantile } from './numbers.ts'
import { runTraffic, type Surface, type Traffic, type TrafficPlan } from './soak-traffic.ts'

/** Figures of a progress line. */
const LATELY = 1000

/** Sums of what was sent. */
export interface TrafficSums extends Omit<Traffic, 'latencies'> {
  readonly done: boolean
  /** Answers, and the milliseconds below which 99 in a hundred came; the slowest. */
  readonly surfaces: Record<Surface, { readonly count: number; readonly p99: number; readonly max: number }>
}

process.on('message', async (plan: TrafficPlan) => {
  const all = await runTraffic(plan, (so) => process.send?.(sums(so, LATELY)))
  process.send?.(sums(all, Number.POSITIVE_INFINITY, true))
})

/** Latencies of the most recent answers of each surface; sorting all of them every second would delay the load. */
function sums({ latencies, ...rest }: Traffic, last: number, done = false): TrafficSums {
  const surfaces = Object.entries(latencies).map(([surface, all]) => {
    const some = all.slice(-last)
    const max = some.reduce((most, milliseconds) => Math.max(most, milliseconds), 0)
    return [surface, { count: all.length, p99: some.length > 0 ? quantile(some, 0.99) : 0, max }]
  })
  return { ...rest, done, surfaces: Object.fromEntries(surfaces) }
}
