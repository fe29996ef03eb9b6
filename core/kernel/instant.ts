import type { Instant } from './caller.ts'

/** A zone may be `Z`, or an offset with or without colon and minutes; seconds may be missing. */
const FORM = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|([+-]\d\d)(?::?(\d\d))?)$/i

/** Parses a date and time of ISO 8601; undefined without an offset from UTC, or for a day that the month does not have. */
export function parseInstant(text: string): Instant | undefined {
  const [match, year, month, day, time, seconds = '00', fraction = '0', hours, minutes = '00'] = FORM.exec(text) ?? []
  if (match === undefined) return undefined
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  const at = Date.parse(`${year}-${month}-${day}T${time}:${seconds}.${fraction}${zone}`)
  return Number(day) > daysInMonth || Number.isNaN(at) ? undefined : at
}
