import type { Format } from '../ui/text/format.ts'
import type { Messages } from '../words/messages.ts'

/**
 * Rule values in the form that their controls use. Each reader accepts half-typed values too, and returns undefined for values that its
 * control cannot show; these are edited as text.
 */

/** The words and formats of a language. */
export interface Language {
  readonly words: Messages
  readonly format: Format
}

export const alternativesOf = (value: string): readonly string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** A time range, in the format of `<input type=time>`; the end of the day is 00:00. */
export interface TimeSpan {
  readonly from: string
  readonly to: string
}

export interface Times {
  readonly spans: readonly TimeSpan[]
  readonly zone: string
}

const SPAN = /^(\d\d:\d\d|)\s*-\s*(\d\d:\d\d|)$/

export function timesOf(value: string): Times | undefined {
  const [written, zone] = zoned(value)
  const spans = written.split(',').map((part) => SPAN.exec(part.trim()))
  if (zone === undefined || spans.some((span) => span === null)) return undefined
  return {
    zone,
    spans: spans.map((span) => ({ from: span?.[1] ?? '', to: span?.[2]?.replace('24:00', '00:00') ?? '' })),
  }
}

/** Times of day in words, such as "9:00 to 17:00 (Europe/Rome)". */
export function timesInWords({ spans, zone }: Times, { words, format }: Language): string {
  const parts = spans.map(({ from, to }) => words.rules.span(from || '…', to === '00:00' ? '24:00' : to || '…'))
  return words.rules.inZone(format.list(parts, 'disjunction'), zone || '…')
}

export const timesText = ({ spans, zone }: Times) => `${spans.map(({ from, to }) => `${from}-${to}`).join(',')}@${zone}`

/** Days from Monday, as rules write them. */
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

export interface Days {
  /** Their places in {@link DAYS}, ascending. */
  readonly days: readonly number[]
  readonly zone: string
}

export function daysOf(value: string): Days | undefined {
  const [written, zone] = zoned(value.toLowerCase())
  const found = new Set<number>()
  for (const part of alternativesOf(written)) {
    const [from = '', to = from, ...more] = part.split('-').map((day) => day.trim())
    const [first, last] = [DAYS.indexOf(from), DAYS.indexOf(to)]
    if (first < 0 || last < 0 || more.length > 0) return undefined
    for (let day = first; ; day = (day + 1) % 7) {
      found.add(day)
      if (day === last) break
    }
  }
  return zone === undefined ? undefined : { days: [...found].sort(), zone: zoned(value)[1] ?? zone }
}

/** Consecutive days are written as a range. */
export const daysText = ({ days, zone }: Days) =>
  `${runsOf(days)
    .map(([first, last]) => (first === last ? DAYS[first] : `${DAYS[first]}-${DAYS[last]}`))
    .join(',')}@${zone}`

/** Days in words, such as "Monday to Friday (Europe/Rome)". */
export function daysInWords({ days, zone }: Days, { words, format }: Language): string {
  const name = (day: number) => format.weekday(day + 1)
  const parts = runsOf(days).flatMap(([first, last]) => {
    if (last - first > 1) return [words.rules.span(name(first), name(last))]
    return first === last ? [name(first)] : [name(first), name(last)]
  })
  return words.rules.inZone(format.list(parts, 'disjunction') || '…', zone || '…')
}

/** The first and last day of each run of consecutive days. */
function runsOf(days: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const runs: [number, number][] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last && last[1] === day - 1) last[1] = day
    else runs.push([day, day])
  }
  return runs
}

export interface Comparison {
  readonly sign: '<' | '>'
  readonly count: string
}

export function comparisonOf(value: string): Comparison | undefined {
  const [, sign, count = ''] = /^([<>])\s*(\d*)$/.exec(value.trim()) ?? []
  return sign === '<' || sign === '>' ? { sign, count } : undefined
}

export interface Parameter {
  readonly name: string
  /** Undefined for any value, empty for the empty one. */
  readonly value: string | undefined
}

export function parametersOf(value: string): readonly Parameter[] {
  return value.split(',').map((part) => {
    const [name = '', ...values] = part.trim().split('=').map(decoded)
    return { name, value: values.length === 0 ? undefined : values.join('=') }
  })
}

export const parametersText = (parameters: readonly Parameter[]) =>
  parameters.map(({ name, value }) => encoded(name) + (value === undefined ? '' : `=${encoded(value)}`)).join(',')

const encoded = (text: string) => encodeURIComponent(text).replaceAll('!', '%21')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The part before the last `@`, and the zone after it. */
function zoned(value: string): readonly [written: string, zone: string | undefined] {
  const at = value.lastIndexOf('@')
  return at < 0 ? [value, undefined] : [value.slice(0, at), value.slice(at + 1).trim()]
}
