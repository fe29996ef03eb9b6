/** How often deliveries are asked for while one is about to be tried, and otherwise. */
const FAST_MS = 2_000
export const SLOW_MS = 10_000
/** A delivery whose next try is later than this changes nothing soon. */
const SOON_MS = 60_000

interface Waiting {
  readonly nextAttemptAt: string | null
}

/** After how many milliseconds deliveries are asked for again: sooner while one waits for a try within a minute. */
export function pollMs(isOn: boolean, deliveries: readonly Waiting[], nowMs: number): number {
  const isSoon = ({ nextAttemptAt }: Waiting) => nextAttemptAt !== null && Date.parse(nextAttemptAt) - nowMs <= SOON_MS
  return isOn && deliveries.some(isSoon) ? FAST_MS : SLOW_MS
}
