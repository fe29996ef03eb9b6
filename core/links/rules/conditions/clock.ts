import { err, type Result } from 'neverthrow'
import { parseInstant } from '../../../kernel/instant.ts'
import { alternatives, type Condition, type ConditionParser, some } from '../condition.ts'
import { TimeZone } from '../time-zone.ts'

const MINUTE = /^([01]\d|2[0-3]):([0-5]\d)$/
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const instants =
  (test: (now: number, instant: number) => boolean): ConditionParser =>
  (value) =>
    alternatives(value, 'an instant of ISO 8601 with its offset, such as 2030-01-31T18:00:00Z', parseInstant).map(
      (wanted) => some(wanted, ({ now }, instant) => test(now, instant)),
    )

export const before = instants((now, instant) => now < instant)
/** Includes the instant itself, so that `after` is the complement of `before`. */
export const after = instants((now, instant) => now >= instant)

/** A period from `start` (inclusive) to `end` (exclusive); wraps around midnight or the end of the week if `start` is not before `end`. */
interface Span {
  readonly start: number
  readonly end: number
}

const isWithin = (at: number, { start, end }: Span) => (start < end ? at >= start && at < end : at >= start || at < end)

/** Compiles time ranges in one time zone, which follows the last range after `@`. */
function zoned(
  value: string,
  expected: string,
  parse: (span: string) => Span | undefined,
  at: (zone: TimeZone, now: number) => number,
): Result<Condition, string> {
  const sign = value.lastIndexOf('@')
  if (sign < 0) return err(`value must be ${expected}`)
  const zone = TimeZone.named(value.slice(sign + 1).trim())
  if (!zone) return err('value must end in @ and the name of a time zone, such as Europe/Rome')
  return alternatives(value.slice(0, sign), expected, parse).map((spans) =>
    some(spans, ({ now }, span) => isWithin(at(zone, now), span)),
  )
}

/** The parts of a time range such as `09:00 - 17:30`. */
const partsOf = (span: string) => span.split('-').map((part) => part.trim())

function parseMinute(text: string): number | undefined {
  const [match, hour, minute] = MINUTE.exec(text) ?? []
  return match === undefined ? undefined : Number(hour) * 60 + Number(minute)
}

function parseTimes(text: string): Span | undefined {
  const [from = '', to = '', ...more] = partsOf(text)
  if (more.length > 0) return undefined
  const start = parseMinute(from)
  const end = to === '24:00' ? 24 * 60 : parseMinute(to)
  return start === undefined || end === undefined ? undefined : { start, end }
}

export const time: ConditionParser = (value) =>
  zoned(value, 'times of day in a time zone, such as 09:00-17:30@Europe/Rome', parseTimes, (zone, now) =>
    zone.minuteOfDay(now),
  )

function parseDays(text: string): Span | undefined {
  const [from = '', to = from, ...more] = partsOf(text.toLowerCase())
  const [first, last] = [DAYS.indexOf(from), DAYS.indexOf(to)]
  return first < 0 || last < 0 || more.length > 0 ? undefined : { start: first, end: last + 1 }
}

export const weekday: ConditionParser = (value) =>
  zoned(value, 'days of the week in a time zone, such as mon-fri,sun@Europe/Rome', parseDays, (zone, now) =>
    zone.weekday(now),
  )
