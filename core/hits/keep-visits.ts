import { DAY_MS } from '../analytics/analytics.port.ts'
import type { Instant } from '../kernel/caller.ts'
import type { Ports } from '../ports.ts'
import { rememberVisitorsFrom } from './kept.ts'

type KeepPorts = Pick<Ports, 'policy' | 'store'>

/** What visitors are counted by goes so long after the end of their UTC day: hourly work, and nothing of a visitor is older than 48 hours. */
const FORGOTTEN_AFTER_MS = 22 * 60 * 60_000

const startOfDay = (at: Instant) => at - (at % DAY_MS)

/** Steps that remove the visits of UTC days which the operator no longer keeps. */
export async function* purgeVisits(
  { store, policy: { visits } }: KeepPorts,
  now: Instant,
): AsyncGenerator<number, void> {
  if (visits.retentionDays === 0) return
  yield* store.hitRetention.purge(startOfDay(now - visits.retentionDays * DAY_MS))
}

/** Steps that cut the addresses of visits which the operator no longer keeps whole. */
export async function* cutAddresses(
  { store, policy: { visits } }: KeepPorts,
  now: Instant,
): AsyncGenerator<number, void> {
  if (visits.ipRetentionDays === 0) return
  yield* store.hitRetention.cutAddresses(now - visits.ipRetentionDays * DAY_MS)
}

/** Steps that remove what visitors of past days were counted by. Before, counting may have begun. */
export async function* forgetVisitors(ports: KeepPorts & Pick<Ports, 'clock'>): AsyncGenerator<number, void> {
  const now = ports.clock.now()
  await rememberVisitorsFrom(ports, now)
  yield* ports.store.hitRetention.forgetVisitors(now - FORGOTTEN_AFTER_MS)
}
