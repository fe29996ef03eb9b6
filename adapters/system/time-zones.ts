import type { Instant } from '@shortlink/core'
import type { OffsetSpan, TimeZones } from '@shortlink/core/ports'
import { LRUCache } from 'lru-cache'

/** Clock changes of a zone are further apart; the closest are those around Ramadan, a month. */
const STEP_MS = 7 * 24 * 60 * 60_000
/** Offsets are computed and cached for whole periods of this length, since formatting each instant takes microseconds. */
const PERIOD_MS = 52 * STEP_MS
/** Each takes some hundred bytes. */
const MAX_PERIODS = 1_000
/** Creating a format takes as long as reading years of offsets from it. */
const MAX_FORMATS = 100

/** Time zones of the runtime's data. Finding the offsets of ten years takes some milliseconds the first time. */
export const systemTimeZones: TimeZones = {
  offsets(zone, from, to) {
    const format = formatOf(zone)
    if (format === undefined) return undefined
    const spans: OffsetSpan[] = []
    for (let number = Math.floor(from / PERIOD_MS); number * PERIOD_MS < to; number += 1) {
      for (const span of spansOfPeriod(zone, format, number)) append(spans, clipped(span, from, to))
    }
    return spans
  },
}

const periods = new LRUCache<string, readonly OffsetSpan[]>({ max: MAX_PERIODS })

/** The offsets of a period, counted from 1970. */
function spansOfPeriod(zone: string, format: Intl.DateTimeFormat, number: number): readonly OffsetSpan[] {
  const key = `${zone} ${number}`
  const known = periods.get(key)
  if (known) return known
  const spans = offsetSpans((at) => offsetAt(format, at), number * PERIOD_MS, (number + 1) * PERIOD_MS)
  periods.set(key, spans)
  return spans
}

const clipped = ({ from, to, offsetMs }: OffsetSpan, first: Instant, end: Instant): OffsetSpan => ({
  from: Math.max(from, first),
  to: Math.min(to, end),
  offsetMs,
})

/** Appends a period, and extends the last one if the offset is the same. */
function append(spans: OffsetSpan[], span: OffsetSpan) {
  if (span.from >= span.to) return
  const last = spans.at(-1)
  if (last?.offsetMs === span.offsetMs) spans[spans.length - 1] = { ...last, to: span.to }
  else spans.push(span)
}

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: MAX_FORMATS })

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  // Names only: the runtime also accepts offsets such as +01:00.
  if (!/^[a-z][\w/+-]*$/i.test(zone)) return undefined
  const known = formats.get(zone)
  if (known) return known
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
    return format
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Matches for example `1/31/2026, GMT-03:30`, or `GMT` alone for UTC. */
function offsetAt(format: Intl.DateTimeFormat, at: Instant): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(format.format(at)) ?? []
  const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -offsetMs : offsetMs
}

function offsetSpans(offset: (at: Instant) => number, from: Instant, to: Instant): OffsetSpan[] {
  const spans: OffsetSpan[] = []
  let start = from
  let offsetMs = offset(from)
  for (let at = from; at < to; at += STEP_MS) {
    const end = Math.min(at + STEP_MS, to)
    const next = offset(end)
    if (next === offsetMs) continue
    const change = firstOther(offset, offsetMs, at, end)
    spans.push({ from: start, to: change, offsetMs })
    start = change
    offsetMs = next
  }
  if (start < to) spans.push({ from: start, to, offsetMs })
  return spans
}

/** The first whole second of a period with another offset; the end of the period has another one. */
function firstOther(offset: (at: Instant) => number, offsetMs: number, from: Instant, to: Instant): Instant {
  let [same, other] = [Math.floor(from / 1000), Math.ceil(to / 1000)]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (offset(middle * 1000) === offsetMs) same = middle
    else other = middle
  }
  return other * 1000
}
