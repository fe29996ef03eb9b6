import { DAY_MS } from '../analytics/analytics.port.ts'
import type { Instant } from '../kernel/caller.ts'
import type { Ports, Store } from '../ports.ts'

/** Name of the instance value that holds from when on every visit is kept. */
export const KEPT_FROM = 'visits kept from'
/** Visits that a link needs on a UTC day for more than the day's counts to be kept when they are purged. */
export const MIN_KEPT_HITS = 100
const VISITORS_FROM = 'visitors counted from'

type CountPorts = Pick<Ports, 'policy' | 'store'>

/** From when on visits are kept; null while none was purged. Of days before it there are counts, and sums of days with many visits. */
export const keptFrom = ({ hitRetention }: Pick<Store, 'hitRetention'>): Promise<Instant | null> =>
  hitRetention.keptFrom()

/** Start of the first UTC day of which different visitors are counted; null while none are. */
export async function visitorsFrom({ store, policy }: CountPorts): Promise<Instant | null> {
  const from = policy.visits.countsVisitors ? await store.instance.find(VISITORS_FROM) : undefined
  return from === undefined ? null : Number(from)
}

/** Remembers that visitors are counted from the instant on, if they are and not known to be counted from an earlier day on. */
export async function rememberVisitorsFrom(ports: CountPorts, at: Instant) {
  if (!ports.policy.visits.countsVisitors) return
  const day = at - (at % DAY_MS)
  const known = await visitorsFrom(ports)
  if (known === null || day < known) await ports.store.instance.replace(VISITORS_FROM, `${day}`)
}
