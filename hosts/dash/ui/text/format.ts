/** Numbers and times as the viewer's language writes them, in the viewer's time zone. */
export interface Format {
  readonly locale: string
  readonly timeZone: string
  number(value: number): string
  /** For example 12K, for narrow places. */
  short(value: number): string
  /** `value` of 0 to 1. */
  percent(value: number): string
  date(at: string | Date): string
  dateTime(at: string | Date): string
  time(at: string | Date): string
  /** For example "3 minutes ago". */
  ago(at: string | Date): string
  /** How long ago it was, as short as possible: "3d". */
  age(at: string | Date): string
  list(items: readonly string[], type?: 'conjunction' | 'disjunction'): string
  country(code: string): string
  language(code: string): string
  /** 1 for Monday to 7 for Sunday. */
  weekday(day: number): string
}

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const AGES = [['year', 365 * 86_400], ['month', 30 * 86_400], ...STEPS] as const

/** Creates the formats of one language. Each Intl object is created lazily and once: date formats take a millisecond. */
export function formatFor(language: string): Format {
  const locale = localeFor(language)
  const number = once(() => new Intl.NumberFormat(locale))
  const short = once(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }))
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }))
  const date = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
  const dateTime = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))
  const time = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const countries = once(() => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }))
  const languages = once(() => new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }))
  const weekdays = once(() => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }))
  const ages = AGES.map(
    ([unit, length]) =>
      [length, once(() => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }))] as const,
  )
  const timeZone = once(() => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')
  return {
    locale,
    get timeZone() {
      return timeZone()
    },
    number: (value) => number().format(value),
    short: (value) => short().format(value),
    percent: (value) => percent().format(value),
    date: (at) => date().format(new Date(at)),
    dateTime: (at) => dateTime().format(new Date(at)),
    time: (at) => time().format(new Date(at)),
    ago(at) {
      const seconds = (new Date(at).getTime() - Date.now()) / 1000
      const [unit, length] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
      return relative().format(Math.round(seconds / length), unit)
    },
    age(at) {
      const seconds = Math.max(0, (Date.now() - new Date(at).getTime()) / 1000)
      const [length, unit] =
        ages.find(([length]) => seconds >= length) ?? (ages[ages.length - 1] as (typeof ages)[number])
      return unit().format(Math.floor(seconds / length))
    },
    list: (items, type = 'conjunction') => new Intl.ListFormat(locale, { type }).format(items),
    country: (code) => nameOf(countries(), code),
    language: (code) => nameOf(languages(), code),
    // The first of January 2024 was a Monday.
    weekday: (day) => weekdays().format(new Date(Date.UTC(2024, 0, day))),
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Codes from visits are any text; Intl throws on malformed codes. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** The browser's locale if it has that language: it has the region's date formats. It may be no valid tag, as in "en-US@posix". */
function localeFor(language: string): string {
  const fitting = navigator.languages.find((tag) => tag.split('-')[0] === language)
  try {
    return Intl.getCanonicalLocales(fitting ?? language)[0] ?? language
  } catch {
    return language
  }
}
