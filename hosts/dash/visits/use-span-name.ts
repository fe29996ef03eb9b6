import { useWords } from '../ui/words.tsx'
import type { Interval } from './visits-filter.ts'

const FULL: Readonly<Record<Interval, Intl.DateTimeFormatOptions>> = {
  HOUR: { dateStyle: 'medium', timeStyle: 'short' },
  DAY: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  WEEK: { dateStyle: 'medium' },
  MONTH: { month: 'long', year: 'numeric' },
}
const SHORT: Readonly<Record<Interval, Intl.DateTimeFormatOptions>> = {
  HOUR: { timeStyle: 'short' },
  DAY: { month: 'short', day: 'numeric' },
  WEEK: { month: 'short', day: 'numeric' },
  MONTH: { month: 'short', year: 'numeric' },
}

/** Returns the names of a chart's periods by their start: the full name, and a short one for the axis. */
export function useSpanName(interval: Interval) {
  const { words, format } = useWords()
  const { timeZone } = format
  const full = new Intl.DateTimeFormat(format.locale, { ...FULL[interval], timeZone })
  const short = new Intl.DateTimeFormat(format.locale, { ...SHORT[interval], timeZone })
  const nameOf = (at: string) => full.format(new Date(at))
  return {
    full: (at: string) => (interval === 'WEEK' ? words.visits.weekOf(nameOf(at)) : nameOf(at)),
    short: (at: string) => short.format(new Date(at)),
  }
}
