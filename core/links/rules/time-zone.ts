import type { Instant } from '../../kernel/caller.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Zones change their offset at quarters of an hour of UTC only, so within a slot the offset is constant. */
const SLOT_MS = 15 * MINUTE_MS

/** A time zone. Its offset from UTC is read from the runtime's data once per quarter of an hour and cached. */
export class TimeZone {
  readonly #format: Intl.DateTimeFormat
  #slot = Number.NaN
  #offset = 0

  private constructor(format: Intl.DateTimeFormat) {
    this.#format = format
  }

  /** The zone of a case-insensitive IANA name; `undefined` if there is none. Instances are shared. */
  static named(name: string): TimeZone | undefined {
    const key = name.toLowerCase()
    const known = zones.get(key)
    if (known) return known
    const format = formatIn(key)
    if (!format) return undefined
    const zone = new TimeZone(format)
    zones.set(key, zone)
    return zone
  }

  /** Minutes since midnight by the zone's clocks. */
  minuteOfDay(now: Instant): number {
    return Math.floor(modulo(this.#local(now), DAY_MS) / MINUTE_MS)
  }

  /** The day of the week by the zone's calendar; 0 is Sunday. */
  weekday(now: Instant): number {
    // 1970-01-01 was a Thursday.
    return modulo(Math.floor(this.#local(now) / DAY_MS) + 4, 7)
  }

  #local(now: Instant): number {
    const slot = Math.floor(now / SLOT_MS)
    if (slot !== this.#slot) {
      this.#offset = offsetAt(this.#format, slot * SLOT_MS)
      this.#slot = slot
    }
    return now + this.#offset
  }
}

/** Bounded by the runtime's list of zone names. */
const zones = new Map<string, TimeZone>()

const modulo = (value: number, by: number) => ((value % by) + by) % by

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  // Names only: the runtime also accepts offsets such as +01:00.
  if (!/^[a-z][\w/+-]*$/.test(timeZone)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  } catch {
    return undefined
  }
}

/** The zone's local time read as UTC, minus the instant. */
function offsetAt(format: Intl.DateTimeFormat, instant: Instant): number {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of format.formatToParts(instant)) shown[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant
}
