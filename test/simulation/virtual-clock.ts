import { setImmediate } from 'node:timers/promises'
import type { Instant } from '@shortlink/core'
import type { Timer } from '@shortlink/core/ports'

interface Pending {
  readonly atMs: number
  readonly work: () => void
}

/** The wall clock's time at the start of a history. */
const START: Instant = Date.UTC(2026, 0, 1, 12)

/** Resolves when no promise can make progress without a timer or a scheduled step. */
export const drain = (): Promise<void> => setImmediate()

/** Time that passes only when the simulation advances it, with the timers that become due then. */
export class VirtualClock {
  #nowMs = 0
  readonly #timers = new Set<Pending>()

  /** Milliseconds since the start; never steps back. */
  readonly now = () => this.#nowMs

  /** The database's clock. */
  readonly wall = (): Instant => START + this.#nowMs

  readonly once: Timer = (delayMs, work) => {
    const timer = { atMs: this.#nowMs + delayMs, work }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** Milliseconds until the next timer is due. */
  nextIn(): number | undefined {
    const next = this.#earliest()
    return next && next.atMs - this.#nowMs
  }

  /** Calls each timer at its time, in order; what it starts goes on before the next one. */
  async advance(milliseconds: number): Promise<void> {
    const untilMs = this.#nowMs + milliseconds
    for (let next = this.#earliest(); next && next.atMs <= untilMs; next = this.#earliest()) {
      this.#timers.delete(next)
      this.#nowMs = Math.max(this.#nowMs, next.atMs)
      next.work()
      await drain()
    }
    this.#nowMs = untilMs
  }

  /** Hours pass at once, as for a suspended machine: timers that are due by then are called once, after that. */
  async leap(milliseconds: number): Promise<void> {
    this.#nowMs += milliseconds
    await this.advance(0)
  }

  #earliest(): Pending | undefined {
    let earliest: Pending | undefined
    // Of timers that are due at the same time the oldest comes first, as in Node.
    for (const timer of this.#timers) if (earliest === undefined || timer.atMs < earliest.atMs) earliest = timer
    return earliest
  }
}
