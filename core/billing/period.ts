import type { Instant } from '../kernel/caller.ts'

/** A month of use, from `start` up to but excluding `end`. */
export interface Period {
  readonly start: Instant
  readonly end: Instant
}

/**
 * The billing month that contains `now`. It starts on the anchor day at midnight UTC. A shorter month uses its last day instead, as payment
 * providers do; the month after it has the full anchor day again.
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

/** Midnight UTC of the anchor day; `month` counts from January of year 0. */
function anchorIn(month: number, anchorDay: number): Instant {
  const year = Math.floor(month / 12)
  const lastDay = new Date(Date.UTC(year, (month % 12) + 1, 0)).getUTCDate()
  return Date.UTC(year, month % 12, Math.min(anchorDay, lastDay))
}
