import type { Instant } from '../kernel/caller.ts'

/** A month of use; `end` belongs to the next one. */
export interface Period {
  readonly start: Instant
  readonly end: Instant
}

/**
 * The month around `now` that begins on the anchor day, midnight UTC. In a month too short for it the day is the month's last,
 * as card providers count, and the next month has the full anchor day again.
 * @param anchorDay day of the month, 1–31
 */
export function monthAround(anchorDay: number, now: Instant): Period {
  const date = new Date(now)
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  const thisMonth = anchorIn(month, anchorDay)
  return now >= thisMonth
    ? { start: thisMonth, end: anchorIn(month + 1, anchorDay) }
    : { start: anchorIn(month - 1, anchorDay), end: thisMonth }
}

/** Midnight UTC of the anchor day in the month, which is counted from the year 0. */
function anchorIn(month: number, anchorDay: number): Instant {
  const year = Math.floor(month / 12)
  const lastDay = new Date(Date.UTC(year, (month % 12) + 1, 0)).getUTCDate()
  return Date.UTC(year, month % 12, Math.min(anchorDay, lastDay))
}
