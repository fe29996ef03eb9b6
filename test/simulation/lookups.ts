import type { VirtualClock } from './virtual-clock.ts'

/** A cache serves stale links while a lookup takes longer, as adapters/cache/read-through.ts says. */
const SLOW_MS = 100

/** A replica's lookups of links in the store: whether the store was unavailable for them. */
export class Lookups {
  readonly #clock: VirtualClock
  readonly #sentAt = new Set<{ readonly atMs: number }>()
  #troubleAtMs = Number.NEGATIVE_INFINITY
  #isAway = false

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  begin() {
    const call = { atMs: this.#clock.now() }
    this.#sentAt.add(call)
    return (isAnswered: boolean) => {
      this.#sentAt.delete(call)
      if (!isAnswered || this.#isSlow(call)) this.#troubleAtMs = this.#clock.now()
      this.#isAway = !isAnswered
    }
  }

  /** Whether a lookup failed or was slow since then, or the last one before. */
  hadTroubleSince(milliseconds: number): boolean {
    return this.#isAway || this.#troubleAtMs >= milliseconds || [...this.#sentAt].some((call) => this.#isSlow(call))
  }

  #isSlow({ atMs }: { readonly atMs: number }) {
    return this.#clock.now() - atMs >= SLOW_MS
  }
}
