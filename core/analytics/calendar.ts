import type { Instant } from '../kernel/caller.ts'
import { DAY_MS, HOUR_MS, type TimeRange } from './analytics.port.ts'
import type { AnalyticsInterval } from './dimension.ts'
import type { OffsetSpan } from './time-zones.port.ts'

const WEEK_MS = 7 * DAY_MS
/** 1970 began on a Thursday, so a Monday was three days before. */
const MONDAY_MS = -3 * DAY_MS

/** A time of the local clock, as if it were UTC. */
type LocalTime = number

/** A part of a series: `key` groups visits, `at` is when it starts. */
export interface Bucket {
  readonly key: number
  readonly at: Instant
}

const UTC: OffsetSpan = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, offsetMs: 0 }

/**
 * The calendar of a zone, given its UTC offsets. The offsets are in order, without gaps, and start a month before the first requested time.
 */
export class Calendar {
  readonly #offsets: readonly OffsetSpan[]

  constructor(offsets: readonly OffsetSpan[]) {
    // The last hour ends after them.
    this.#offsets = offsets.map((span, n) =>
      n === offsets.length - 1 ? { ...span, to: Number.POSITIVE_INFINITY } : span,
    )
  }

  /** Whether local time is UTC throughout. */
  get isUtc(): boolean {
    return this.#offsets.every(({ offsetMs }) => offsetMs === 0)
  }

  toLocal(at: Instant): LocalTime {
    return at + this.#spanAt(at).offsetMs
  }

  /** The start of the hour that an instant is in: a run of equal local hour and equal offset, so a clock change starts one. */
  hourStart(at: Instant): Instant {
    const { from, offsetMs } = this.#spanAt(at)
    return Math.max(from, floorTo(at + offsetMs, HOUR_MS) - offsetMs)
  }

  /** The parts of a range; undefined if there are more than `max`. Omits empty parts, which a clock change skips. */
  buckets(interval: AnalyticsInterval, range: TimeRange, max: number): readonly Bucket[] | undefined {
    const buckets: Bucket[] = []
    for (const bucket of interval === 'HOUR' ? this.#hours(range) : this.#dates(interval, range)) {
      if (buckets.length === max) return undefined
      buckets.push(bucket)
    }
    return buckets
  }

  *#hours({ from, to }: TimeRange): Generator<Bucket> {
    for (let at = this.hourStart(from); at < to; at = this.hourStart(this.#nextHour(at))) yield { key: at, at }
  }

  /** An instant in the hour after the one that starts at the instant. */
  #nextHour(at: Instant): Instant {
    const { to, offsetMs } = this.#spanAt(at)
    return Math.min(to, floorTo(at + offsetMs, HOUR_MS) + HOUR_MS - offsetMs)
  }

  *#dates(interval: DateInterval, { from, to }: TimeRange): Generator<Bucket> {
    let key = dateKey(interval, this.toLocal(from))
    for (let at = this.#firstAt(key); at < to; ) {
      const nextKey = nextDateKey(interval, key)
      const next = this.#firstAt(nextKey)
      if (next > at) yield { key, at }
      key = nextKey
      at = next
    }
  }

  /** The first instant at which the local clock shows this time or a later one. */
  #firstAt(local: LocalTime): Instant {
    const { from, offsetMs } = this.#offsets.find(({ to, offsetMs }) => to + offsetMs > local) ?? UTC
    return Math.max(from, local - offsetMs)
  }

  #spanAt(at: Instant): OffsetSpan {
    return this.#offsets.find(({ to }) => at < to) ?? UTC
  }
}

export type DateInterval = Exclude<AnalyticsInterval, 'HOUR'>

/** The local midnight that starts the day, week or month of a local time. */
export function dateKey(interval: DateInterval, local: LocalTime): LocalTime {
  if (interval === 'DAY') return floorTo(local, DAY_MS)
  if (interval === 'WEEK') return floorTo(local - MONDAY_MS, WEEK_MS) + MONDAY_MS
  const date = new Date(local)
  return date.setUTCHours(0, 0, 0, 0) - (date.getUTCDate() - 1) * DAY_MS
}

function nextDateKey(interval: DateInterval, key: LocalTime): LocalTime {
  if (interval !== 'MONTH') return key + (interval === 'DAY' ? DAY_MS : WEEK_MS)
  const date = new Date(key)
  return date.setUTCMonth(date.getUTCMonth() + 1)
}

const floorTo = (at: number, width: number) => Math.floor(at / width) * width
