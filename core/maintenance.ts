import type { Rolls } from './analytics/rolls.port.ts'
import type { Removals } from './removals/removals.port.ts'

/** Background work of a store that keeps large accounts fast. Use cases never call it; jobs and `doctor` do. */
export interface Maintenance {
  readonly rolls: Rolls
  readonly removals: Removals
}

/** For stores that need no maintenance: their deletions remove all rows at once, and their analytics read every visit. */
export const NO_MAINTENANCE: Maintenance = {
  rolls: { async *roll() {}, check: async () => [], repair: async () => 0 },
  removals: { async *run() {}, countWaiting: async () => 0 },
}
