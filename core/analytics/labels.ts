import { continentName, countryName } from '../hits/place-names.ts'
import type { AnalyticsDimension } from './dimension.ts'

const UNKNOWN = 'Unknown'
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

const LABELS: Readonly<Partial<Record<AnalyticsDimension, (value: string) => string>>> = {
  COUNTRY: countryName,
  CONTINENT: continentName,
  REGION: placeLabel,
  CITY: placeLabel,
  LANGUAGE: languageName,
  DEVICE: (value) => value.charAt(0).toUpperCase() + value.slice(1),
  RULE: (value) => (value === 'none' ? 'No rule' : `Rule ${Number(value) + 1}`),
  WEEKDAY: (value) => WEEKDAYS[Number(value) - 1] ?? value,
  HOUR_OF_DAY: hourLabel,
  HOUR_OF_WEEK: (value) => `${WEEKDAYS[Math.floor(Number(value) / 24)]} ${hourLabel(String(Number(value) % 24))}`,
}

/** English display text of a value. A link's label is its short URL. */
export const labelOf = (by: AnalyticsDimension, value: string | null): string =>
  value === null ? UNKNOWN : (LABELS[by]?.(value) ?? value)

/** `California, United States` for `US/California`. */
function placeLabel(value: string): string {
  const slash = value.indexOf('/')
  return slash < 0 ? value : `${value.slice(slash + 1)}, ${countryName(value.slice(0, slash))}`
}

/** `09:00` for `9`. */
function hourLabel(hour: string): string {
  return `${hour.padStart(2, '0')}:00`
}

/** The name of a language by its tag; the tag if there is no name. */
function languageName(tag: string): string {
  return /^[a-z]{2,3}$/.test(tag) ? (languages.of(tag) ?? tag) : tag
}
