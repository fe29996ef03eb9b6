import type { UserId } from './kernel/ids.ts'
import type { Clock } from './kernel/ports.ts'

const MINUTE_MS = 60_000

/**
 * Measures the milliseconds for which each account held a resource in about the last minute. It adds the time of the current clock minute
 * to the share of the previous minute that is less than a minute old, as a sliding-window counter does. A clock jump resets it.
 */
export class HeldTime {
  readonly #clock: Clock
  #minute = Number.NaN
  #current = new Map<UserId, number>()
  #before = new Map<UserId, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  ofLastMinute(id: UserId): number {
    const now = this.#turnMinute()
    const left = 1 - (now % MINUTE_MS) / MINUTE_MS
    return (this.#current.get(id) ?? 0) + left * (this.#before.get(id) ?? 0)
  }

  /** Runs the work and adds its duration: at most a minute, even when the clock jumps. */
  async measure<T>(id: UserId, work: () => Promise<T>): Promise<T> {
    const began = this.#clock.now()
    try {
      return await work()
    } finally {
      const took = Math.min(Math.max(this.#turnMinute() - began, 0), MINUTE_MS)
      this.#current.set(id, (this.#current.get(id) ?? 0) + took)
    }
  }

  #turnMinute(): number {
    const now = this.#clock.now()
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== this.#minute) {
      this.#before = minute === this.#minute + 1 ? this.#current : new Map()
      this.#current = new Map()
      this.#minute = minute
    }
    return now
  }
}
