import type { Instant } from '../kernel/caller.ts'
import type { WebhookAnswer } from './sender.port.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The wait before each retry, in milliseconds: about three days in all. */
export const RETRY_SCHEDULE: readonly number[] = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  14 * HOUR,
  24 * HOUR,
  24 * HOUR,
]

/** Waits are spread by a fifth to either side, so that what failed together does not come back together. */
const JITTER = 0.2
/** A receiver may put us off for so long, and no longer. */
const LONGEST_PUT_OFF = 24 * HOUR

export interface Retrying {
  readonly schedule: readonly number[]
  readonly now: Instant
  /** A draw from [0, 1). */
  readonly draw: number
}

/** When to try again after the try of that step (from 1) failed; null when the schedule is through. */
export function nextAttemptAt(step: number, answer: WebhookAnswer, { schedule, now, draw }: Retrying): Instant | null {
  // A delivery replayed in the middle of a try that is then given back stands before its first step.
  const wait = schedule[Math.max(step, 1) - 1]
  if (wait === undefined) return null
  const spread = wait * (1 - JITTER + 2 * JITTER * draw)
  return Math.round(now + Math.max(spread, putOff(answer, now)))
}

/** How long the receiver asks us to wait, in milliseconds: `Retry-After` counts on 429 and 503, in seconds or as a date. */
function putOff(answer: WebhookAnswer, now: Instant): number {
  if (answer.kind === 'failed' || answer.retryAfter === null) return 0
  if (answer.status !== 429 && answer.status !== 503) return 0
  const value = answer.retryAfter.trim()
  const wait = /^\d+$/.test(value) ? Number(value) * SECOND : Date.parse(value) - now
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_PUT_OFF)
}
