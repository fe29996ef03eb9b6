import type { Store, VisitLease } from '@shortlink/core/ports'

/** Maximum number of leases to return, or report as lost, together. */
const BATCH_SIZE = 200

/** Returns visits to the store in the background, in batches while a call is running. */
export function returnedVisits(
  store: Pick<Store, 'visitLimits'>,
  onLost: (leases: readonly VisitLease[], error: unknown) => void,
) {
  const waiting: VisitLease[] = []
  let running: Promise<void> | undefined

  async function run() {
    while (waiting.length > 0) {
      const leases = waiting.splice(0, BATCH_SIZE)
      // Never retry: a failed statement may have been executed, and visits returned twice exceed the limit.
      await store.visitLimits.giveBack(leases).catch((error: unknown) => onLost(leases, error))
    }
    running = undefined
  }

  return {
    add(lease: VisitLease) {
      waiting.push(lease)
      running ??= run()
    },
    /** Resolves when the store has accepted or refused all of them. */
    settled: async () => running,
  }
}
