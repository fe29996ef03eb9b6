import { DAY_MS } from '../analytics/analytics.port.ts'
import type { Instant } from '../kernel/caller.ts'
import type { Ports, Store } from '../ports.ts'

/** Name of the instance value with the start of complete visit data. */
export const KEPT_FROM = 'visits kept from'
/** Minimum number of visits of a link on a UTC day for purging to retain more than the day's counts. */
export const MIN_KEPT_HITS = 100
const VISITORS_FROM = 'visitors counted from'

type CountPorts = Pick<Ports, 'policy' | 'store'>

/**
 * Returns the start of complete visit data; null while no visit was purged. Days before it have counts, and days with many visits have
 * rollups.
 */
export const keptFrom = ({ hitRetention }: Pick<Store, 'hitRetention'>): Promise<Instant | null> =>
  hitRetention.keptFrom()

/** Returns the start of the first UTC day with counted visitors; null if the operator does not count visitors. */
export async function visitorsFrom({ store, policy }: CountPorts): Promise<Instant | null> {
  const from = policy.visits.countsVisitors ? await store.instance.find(VISITORS_FROM) : undefined
  return from === undefined ? null : Number(from)
}

/** Stores the start of visitor counting, if the operator counts visitors and no earlier day is stored. */
export async function rememberVisitorsFrom(ports: CountPorts, at: Instant) {
  if (!ports.policy.visits.countsVisitors) return
  const day = at - (at % DAY_MS)
  const known = await visitorsFrom(ports)
  if (known === null || day < known) await ports.store.instance.replace(VISITORS_FROM, `${day}`)
}
