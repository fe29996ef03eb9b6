const PROBE_INTERVAL_MS = 500

/** Remembers whether the store answers, and while it does not, when to ask it again. */
export function storeProbe(now: () => number) {
  let probeAtMs: number | undefined
  return {
    isAway: () => probeAtMs !== undefined,
    /** Whether to ask the store now; true at most once in 500 ms. */
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
