import type { VisitsFilter } from './visits-filter.ts'

export type Interval = 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'

/** A period, from `from` (inclusive) to `to` (exclusive). */
export interface Span {
  readonly from: Date
  readonly to: Date
}

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** The longest range that the server accepts, minus a day for the time until the request arrives. */
const LONGEST_MS = 1829 * DAY_MS

/** Days of each range, today included. */
const LENGTHS = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const

/** Ranges and comparisons as the filter has them. */
export type Periods = Pick<VisitsFilter, 'range' | 'from' | 'to' | 'compare' | 'compareFrom' | 'compareTo'>

/**
 * The period of a filter: whole days of the viewer's time zone up to now. All time starts at `since`. Each period starts no earlier than the
 * server can count.
 */
export function spanOf({ range, from, to }: Periods, now: Date, since: string | undefined): Span {
  const atLeast = (wanted: Date, end: Date) => new Date(Math.max(wanted.getTime(), end.getTime() - LONGEST_MS))
  if (range === 'own') {
    const start = midnight(from)
    const end = addDays(midnight(to), 1)
    // The rest of today has no visits yet, so a comparison must not include it either.
    const shownEnd = start < now && now < end ? now : end
    return { from: atLeast(start, end), to: shownEnd }
  }
  if (range === '24h') return { from: new Date(startOfHour(now).getTime() - 23 * HOUR_MS), to: now }
  if (range !== 'all') return { from: addDays(startOfDay(now), 1 - LENGTHS[range]), to: now }
  const oldest = since === undefined ? new Date(0) : startOfDay(new Date(since))
  return { from: atLeast(oldest, now), to: now }
}

/** The period to compare with; undefined for none. A running day is compared with the same hours. */
export function comparisonOf(filter: Periods, { from, to }: Span): Span | undefined {
  if (filter.compare === 'none' || filter.range === 'all') return undefined
  if (filter.compare === 'year') return { from: addYears(from, -1), to: addYears(to, -1) }
  if (filter.compare === 'own') {
    const lastDay = midnight(filter.compareTo)
    const end = addDays(lastDay, 1)
    const sameHours = new Date(lastDay.getTime() + (to.getTime() - startOfDay(to).getTime()))
    return { from: midnight(filter.compareFrom), to: sameHours > lastDay ? sameHours : end }
  }
  if (filter.range === '24h') return { from: new Date(from.getTime() - DAY_MS), to: new Date(to.getTime() - DAY_MS) }
  const days = Math.round((startOfDay(new Date(to.getTime() - 1)).getTime() - startOfDay(from).getTime()) / DAY_MS) + 1
  return { from: addDays(from, -days), to: addDays(to, -days) }
}

/** The length of a bar of the chart: as short as fits, with at most about 100 bars. */
export function intervalOf({ from, to }: Span): Interval {
  const days = (to.getTime() - from.getTime()) / DAY_MS
  return days <= 2.1 ? 'HOUR' : days <= 100 ? 'DAY' : days <= 740 ? 'WEEK' : 'MONTH'
}

/** The end of the bar that starts at an instant. */
export function endOfBar(at: Date, interval: Interval): Date {
  if (interval === 'HOUR') return new Date(at.getTime() + HOUR_MS)
  if (interval === 'MONTH') return new Date(at.getFullYear(), at.getMonth() + 1, 1)
  return addDays(at, interval === 'DAY' ? 1 : 7)
}

/** The custom range of whole days around some bars; undefined if it would show the same period again. */
export function zoomed(span: Span, first: Date, last: Date, interval: Interval) {
  const start = first < span.from ? span.from : first
  const end = new Date(Math.min(endOfBar(last, interval).getTime(), span.to.getTime()) - 1)
  const zoom = { range: 'own', from: dayOf(start), to: dayOf(end) } as const
  const isSame = zoom.from === dayOf(span.from) && zoom.to === dayOf(new Date(span.to.getTime() - 1))
  return isSame ? undefined : zoom
}

/** A day in the format of the URL and `<input type=date>`, in the viewer's time zone. */
export function dayOf(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The shortest range that ends now and contains that day; for an older one the 30 days up to it. */
export function rangeWith(at: Date, now: Date): Pick<VisitsFilter, 'range' | 'from' | 'to'> {
  const lengths = Object.entries(LENGTHS) as [keyof typeof LENGTHS, number][]
  const range = lengths.find(([, days]) => at >= addDays(startOfDay(now), 1 - days))?.[0]
  if (range) return { range, from: '', to: '' }
  return { range: 'own', from: dayOf(addDays(at, -29)), to: dayOf(at) }
}

const midnight = (day: string) => new Date(`${day}T00:00:00`)

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate())

function startOfHour(at: Date): Date {
  const hour = new Date(at)
  hour.setMinutes(0, 0, 0)
  return hour
}

function addDays(at: Date, days: number): Date {
  const to = new Date(at)
  to.setDate(to.getDate() + days)
  return to
}

function addYears(at: Date, years: number): Date {
  const to = new Date(at)
  to.setFullYear(to.getFullYear() + years)
  return to
}
