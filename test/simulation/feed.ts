import type { LinkChange, LinkFeed } from '@shortlink/core/ports'
import type { VirtualClock } from './virtual-clock.ts'

/** How long after its last heartbeat a feed counts as live, as in adapters/postgres/link-listener.ts. */
const LIVE_MS = 700

interface Notification {
  readonly change: LinkChange
  readonly sentAtMs: number
}

/**
 * A replica's connection to the link feed. Changes of other replicas arrive in order, each when the scheduler picks it. As heartbeats come
 * behind them, the feed is not live while one is overdue. A cut connection loses changes, also before the replica notices.
 */
export class FeedConnection implements LinkFeed {
  readonly #listeners = new Set<(change: LinkChange) => void>()
  readonly #clock: VirtualClock
  readonly #step: (label: string) => Promise<unknown>
  #waiting: Notification[] = []
  #cutAtMs: number | undefined
  #downUntilMs = Number.NEGATIVE_INFINITY

  constructor(clock: VirtualClock, step: (label: string) => Promise<unknown>) {
    this.#clock = clock
    this.#step = step
  }

  subscribe(listener: (change: LinkChange) => void) {
    const own = (change: LinkChange) => listener(change)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  live(): boolean {
    const sinceMs = this.#cutAtMs ?? this.#waiting[0]?.sentAtMs
    return sinceMs === undefined || this.#clock.now() - sinceMs < LIVE_MS
  }

  get isCut(): boolean {
    return this.#cutAtMs !== undefined
  }

  /** Whether the connection was cut, or behind by so much that it was not live, at some time since then. */
  wasDownSince(milliseconds: number): boolean {
    return this.isCut || !this.live() || this.#downUntilMs >= milliseconds
  }

  /** Calls the listeners, as for a change that the replica itself made. */
  publish(changes: readonly LinkChange[]) {
    for (const change of changes) for (const listener of this.#listeners) listener(change)
  }

  /** The database notifies the replica of a commit. */
  notify(change: LinkChange) {
    if (this.isCut) return
    const notification = { change, sentAtMs: this.#clock.now() }
    this.#waiting.push(notification)
    void this.#step('notification').then(() => {
      if (!this.live()) this.#downUntilMs = this.#clock.now()
      const next = this.#waiting.shift()
      if (next) this.publish([next.change])
    })
  }

  cut() {
    this.#cutAtMs ??= this.#clock.now()
    this.#waiting = []
  }

  reconnect() {
    if (!this.isCut) return
    this.#cutAtMs = undefined
    this.#downUntilMs = this.#clock.now()
    this.publish(['everything'])
  }
}
