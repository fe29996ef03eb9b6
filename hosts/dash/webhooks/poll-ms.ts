/** Polling intervals for deliveries: shortly before an attempt, and otherwise. */
const FAST_MS = 2_000
export const SLOW_MS = 10_000
/** A delivery with a next attempt later than this changes nothing soon. */
const SOON_MS = 60_000

interface Waiting {
  readonly nextAttemptAt: string | null
}

/** Polling interval for deliveries in milliseconds: shorter while one waits for an attempt within a minute. */
export function pollMs(isOn: boolean, deliveries: readonly Waiting[], nowMs: number): number {
  const isSoon = ({ nextAttemptAt }: Waiting) => nextAttemptAt !== null && Date.parse(nextAttemptAt) - nowMs <= SOON_MS
  return isOn && deliveries.some(isSoon) ? FAST_MS : SLOW_MS
}
