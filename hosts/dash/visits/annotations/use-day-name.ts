import { useWords } from '../../ui/words.tsx'

/** Returns the names of calendar days, which have no time zone. */
export function useDayName() {
  const { format } = useWords()
  const name = new Intl.DateTimeFormat(format.locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (date: string) => name.format(new Date(`${date}T00:00:00Z`))
}
