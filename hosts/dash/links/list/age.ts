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
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(
    Math.floor(seconds / length),
  )
}
