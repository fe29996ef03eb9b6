const PROBE_INTERVAL_MS = 500

/** Tracks whether the store responds, and while it does not, when to try again. */
export function storeProbe(now: () => number) {
  let probeAtMs: number | undefined
  return {
    isAway: () => probeAtMs !== undefined,
    /** Whether to query the store now; true at most once in 500 ms. */
    isDue(): boolean {
      if (probeAtMs === undefined || now() < probeAtMs) return false
      probeAtMs = now() + PROBE_INTERVAL_MS
      return true
    },
    answered() {
      probeAtMs = undefined
    },
    failed() {
      probeAtMs ??= now() + PROBE_INTERVAL_MS
    },
  }
}
