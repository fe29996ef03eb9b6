const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago an instant was, as short as possible: "3d". */
export function ageOf(instant: string, nowMs: number, locale: string): string {
  const seconds = Math.max(0, (nowMs - new Date(instant).getTime()) / 1000)
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ['minute', 60]
  return formatOf(locale, unit).format(Math.floor(seconds / length))
}

/** By locale and unit: creating a format takes longer than the rest of a row. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(locale: string, unit: string): Intl.NumberFormat {
  const key = `${locale} ${unit}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' })
  formats.set(key, format)
  return format
}
