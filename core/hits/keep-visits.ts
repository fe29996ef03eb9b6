import { DAY_MS } from '../analytics/analytics.port.ts'
import type { Instant } from '../kernel/caller.ts'
import type { Ports } from '../ports.ts'
import { rememberVisitorsFrom } from './kept.ts'

type KeepPorts = Pick<Ports, 'policy' | 'store'>

/** Delay after the end of a UTC day until its visitor keys are deleted. The work runs hourly, so no key is older than 48 hours. */
const FORGOTTEN_AFTER_MS = 22 * 60 * 60_000

const startOfDay = (at: Instant) => at - (at % DAY_MS)

/** Deletes in steps the visits of UTC days after the operator's retention period. */
export async function* purgeVisits(
  { store, policy: { visits } }: KeepPorts,
  now: Instant,
): AsyncGenerator<number, void> {
  if (visits.retentionDays === 0) return
  yield* store.hitRetention.purge(startOfDay(now - visits.retentionDays * DAY_MS))
}

/** Truncates in steps the IP addresses of visits after the operator's retention period for them. */
export async function* cutAddresses(
  { store, policy: { visits } }: KeepPorts,
  now: Instant,
): AsyncGenerator<number, void> {
  if (visits.ipRetentionDays === 0) return
  yield* store.hitRetention.cutAddresses(now - visits.ipRetentionDays * DAY_MS)
}

/** Deletes in steps the visitor keys of past days. Stores the start of visitor counting first, in case counting has started. */
export async function* forgetVisitors(ports: KeepPorts & Pick<Ports, 'clock'>): AsyncGenerator<number, void> {
  const now = ports.clock.now()
  await rememberVisitorsFrom(ports, now)
  yield* ports.store.hitRetention.forgetVisitors(now - FORGOTTEN_AFTER_MS)
}
