import { useWords } from '../../ui/words.tsx'
import type { Interval } from '../periods.ts'

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
  const day = new Intl.DateTimeFormat(format.locale, { ...SHORT.DAY, timeZone })
  const nameOf = (at: string) => full.format(new Date(at))
  const isMidnight = (at: Date) => at.getHours() === 0 && at.getMinutes() === 0
  return {
    full: (at: string) => (interval === 'WEEK' ? words.visits.weekOf(nameOf(at)) : nameOf(at)),
    /** Midnight has the name of its day. */
    short: (at: string) => {
      const time = new Date(at)
      return (interval === 'HOUR' && isMidnight(time) ? day : short).format(time)
    },
  }
}
