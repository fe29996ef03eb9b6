import type { Rolls } from './analytics/rolls.port.ts'
import type { Removals } from './removals/removals.port.ts'

/** Background work of a store that keeps large accounts fast. Use cases never call it; jobs and `doctor` do. */
export interface Maintenance {
  readonly rolls: Rolls
  readonly removals: Removals
}

/**
 * Returns maintenance that does nothing, for stores that need none: their deletions remove all rows at once, and their analytics read every
 * visit. Each store gets its own collections, so that a change to one affects no other.
 */
export const noMaintenance = (): Maintenance => ({
  rolls: { async *roll() {}, check: async () => [], repair: async () => 0 },
  removals: { async *run() {}, countWaiting: async () => 0 },
})
