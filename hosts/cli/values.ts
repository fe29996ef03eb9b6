import { readFileSync } from 'node:fs'
import { badUsage } from './failure.ts'

/** Parses a whole number. */
export function toNumber(text: string, name: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  throw badUsage(`${name} must be a whole number`)
}

/** Formats of an instant that {@link toInstantText} accepts, for messages and descriptions. */
export const INSTANT_FORMS = '2026-12-31, 2026-12-31T18:00, 2026-12-31T18:00:00Z, tomorrow, 12h, 30d, 6w, 3mo or 1y'

/** The same for {@link toPastText}. */
export const PAST_FORMS = '2026-12-31, 2026-12-31T18:00, 2026-12-31T18:00:00Z, or 12h, 30d, 6w, 3mo or 1y ago'

const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/i

/** Parses an instant to ISO 8601. A date or time without an offset is in this machine's time zone; a date alone is its first moment. */
export function toInstantText(text: string, name: string, now = new Date()): string {
  const at = readDate(text) ?? readDuration(text, now)
  if (at === undefined || Number.isNaN(at.getTime())) throw badUsage(`${name} must be a time such as ${INSTANT_FORMS}`)
  return at.toISOString()
}

/** Parses a past time in the same way; a duration counts back from now. */
export function toPastText(text: string, name: string, now = new Date()): string {
  const at = readDate(text) ?? readDuration(text, now, -1)
  if (at === undefined || Number.isNaN(at.getTime())) throw badUsage(`${name} must be a time such as ${PAST_FORMS}`)
  return at.toISOString()
}

function readDate(text: string): Date | undefined {
  const parts = DATE.exec(text)
  if (parts === null) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset = ''] = parts
  // `Date` moves 31 February to March, so check the day first.
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number(month) < 1 || Number(month) > 12 || Number(day) > last || Number(day) < 1) return undefined
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset.toUpperCase()}`)
}

function readDuration(text: string, now: Date, direction: 1 | -1 = 1): Date | undefined {
  if (text === 'tomorrow') return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  const [, count, unit = ''] = /^(\d{1,4}) ?(h|d|w|mo|y)(?:(?:our|ay|eek|nth|ear)s?)?$/.exec(text) ?? []
  if (count === undefined) return undefined
  const unitMs = UNITS_MS[unit]
  if (unitMs !== undefined) return new Date(now.getTime() + direction * Number(count) * unitMs)
  const at = new Date(now)
  at.setMonth(at.getMonth() + direction * Number(count) * (unit === 'y' ? 12 : 1))
  return at
}

/** Reads the list in a JSON file; `-` is standard input. */
export function readJsonList(file: string, name: string): readonly unknown[] {
  const value = parseJson(file, name)
  if (!Array.isArray(value)) throw badUsage(`${name}: ${file} must hold a JSON array`)
  return value
}

function parseJson(file: string, name: string): unknown {
  const text = readText(file, name)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badUsage(`${name}: ${file} is not valid JSON: ${(error as Error).message}`)
  }
}

function readText(file: string, name: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw badUsage(`${name}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
