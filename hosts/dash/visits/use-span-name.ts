import { useWords } from '../ui/words.tsx'
import type { Range } from './visits-filter.ts'

/** Returns the name of a span of the chart by when it begins: the hour, the day, or the month. */
export function useSpanName(range: Range): (at: string) => string {
  const { format } = useWords()
  const options: Intl.DateTimeFormatOptions =
    range === '24h'
      ? { dateStyle: 'short', timeStyle: 'short' }
      : range === 'all'
        ? { month: 'long', year: 'numeric' }
        : { dateStyle: 'medium' }
  const spans = new Intl.DateTimeFormat(format.locale, { ...options, timeZone: format.timeZone })
  return (at) => spans.format(new Date(at))
}
