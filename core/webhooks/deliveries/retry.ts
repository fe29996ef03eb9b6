import type { Instant } from '../../kernel/caller.ts'
import type { SendResult } from './sender.port.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The delay before each retry: about three days in all. */
export const RETRY_SCHEDULE_MS: readonly number[] = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  14 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
]

/** Each delay is randomised by ±20 %, so that deliveries that failed together are not retried together. */
const JITTER = 0.2
/** Longer `Retry-After` delays are cut to this. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS

export interface RetryContext {
  /** The delay before each retry, in milliseconds. */
  readonly schedule: readonly number[]
  readonly now: Instant
  /** A random number from [0, 1). */
  readonly random: number
}

/** The time of the next attempt after attempt number `step` (from 1) failed; null when the schedule is exhausted. */
export function nextAttemptAt(
  step: number,
  result: SendResult,
  { schedule, now, random }: RetryContext,
): Instant | null {
  // Step 0: the delivery was replayed during an attempt that was then released.
  const delayMs = schedule[Math.max(step, 1) - 1]
  if (delayMs === undefined) return null
  const jittered = delayMs * (1 - JITTER + 2 * JITTER * random)
  return Math.round(now + Math.max(jittered, retryAfterMs(result, now)))
}

/** The endpoint's `Retry-After`, in seconds or as a date, on status 429 and 503; otherwise 0. */
function retryAfterMs(result: SendResult, now: Instant): number {
  if (result.kind === 'failed' || result.retryAfter === null) return 0
  if (result.status !== 429 && result.status !== 503) return 0
  const value = result.retryAfter.trim()
  const delayMs = /^\d+$/.test(value) ? Number(value) * SECOND_MS : Date.parse(value) - now
  return Number.isNaN(delayMs) ? 0 : Math.min(Math.max(delayMs, 0), MAX_RETRY_AFTER_MS)
}
