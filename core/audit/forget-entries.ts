import type { Instant } from '../kernel/caller.ts'
import type { Ports } from '../ports.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes the entries that the operator's retention has ended for, in steps. */
export async function* forgetEntries({ store, policy }: Pick<Ports, 'store' | 'policy'>, now: Instant) {
  if (policy.auditRetentionDays > 0) yield* store.audit.forget(now - policy.auditRetentionDays * DAY_MS)
}
