import { useWords } from '../words.tsx'

/** Returns the names of calendar days such as 2026-05-01, which have no time zone. */
export function useDayName(style: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }) {
  const { format } = useWords()
  const name = new Intl.DateTimeFormat(format.locale, { ...style, timeZone: 'UTC' })
  return (date: string) => name.format(new Date(`${date}T00:00:00Z`))
}
