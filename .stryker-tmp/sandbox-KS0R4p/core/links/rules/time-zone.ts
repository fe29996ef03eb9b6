import type { Instant } from '../../kernel/caller.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Every zone changes its clocks on a quarter of an hour of UTC, so within one its offset is constant. */
const SLOT = 15 * MINUTE

/** A zone's offset from UTC, asked of the runtime's time zone data once a quarter of an hour. */
export class TimeZone {
  readonly #format: Intl.DateTimeFormat
  #slot = Number.NaN
  #offset = 0

  private constructor(format: Intl.DateTimeFormat) {
    this.#format = format
  }

  /** The zone of an IANA name, whatever its case; `undefined` when there is none. Every link shares one object a zone. */
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
    return Math.floor(modulo(this.#local(now), DAY) / MINUTE)
  }

  /** The day of the week by the zone's calendar; 0 is Sunday. */
  weekday(now: Instant): number {
    // 1970-01-01 was a Thursday.
    return modulo(Math.floor(this.#local(now) / DAY) + 4, 7)
  }

  #local(now: Instant): number {
    const slot = Math.floor(now / SLOT)
    if (slot !== this.#slot) {
      this.#offset = offsetAt(this.#format, slot * SLOT)
      this.#slot = slot
    }
    return now + this.#offset
  }
}

/** Grows no further than the runtime's list of zone names. */
const zones = new Map<string, TimeZone>()

const modulo = (value: number, by: number) => ((value % by) + by) % by

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  // Only names: the runtime also takes offsets such as +01:00, which no one means by a zone.
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

/** What the zone's clocks show, read as if it were UTC, less the instant. */
function offsetAt(format: Intl.DateTimeFormat, instant: Instant): number {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of format.formatToParts(instant)) shown[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant
}
