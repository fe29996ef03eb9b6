interface Waiting {
  readonly isGone: () => boolean
  /** Called with false when the caller is to wait no longer. */
  readonly settle: (hasTurn: boolean) => void
}

export interface QueueBounds {
  /** Callers that wait, of all keys. */
  readonly maxWaiting: number
  /** Callers that wait, of one key. */
  readonly maxOfOne: number
}

/**
 * A bounded queue with round-robin scheduling of keys; callers of one key are served first in, first out. A key without callers takes no
 * memory.
 */
export class KeyedQueue {
  readonly #bounds: QueueBounds
  /** The next key to serve comes first. */
  readonly #waiting = new Map<string, Waiting[]>()
  #size = 0

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds
  }

  /** Resolves with true when it is the caller's turn, and with false if there is no room or the caller has disconnected. */
  wait(key: string, isGone: () => boolean): Promise<boolean> {
    if (!this.#hasRoom(key)) this.#removeGone()
    if (!this.#hasRoom(key) && !this.#makesRoom(key)) return Promise.resolve(false)
    const { promise, resolve: settle } = Promise.withResolvers<boolean>()
    const ofKey = this.#waiting.get(key)
    if (ofKey) ofKey.push({ isGone, settle })
    else this.#waiting.set(key, [{ isGone, settle }])
    this.#size += 1
    return promise
  }

  /** Runs the next caller; false if none waits. */
  next(): boolean {
    for (const [key, [first, ...others]] of this.#waiting) {
      // The key goes to the end. If its caller has disconnected, the loop reaches it again.
      this.#put(key, others)
      this.#size -= 1
      const hasTurn = first?.isGone() === false
      first?.settle(hasTurn)
      if (hasTurn) return true
    }
    return false
  }

  #countOf = (key: string) => this.#waiting.get(key)?.length ?? 0

  #hasRoom = (key: string) => this.#size < this.#bounds.maxWaiting && this.#countOf(key) < this.#bounds.maxOfOne

  /** Rejects the last caller of the longest key in favor of a key with fewer callers; false if there is no such key. */
  #makesRoom(key: string): boolean {
    const count = this.#countOf(key)
    if (count >= this.#bounds.maxOfOne) return false
    const longest = [...this.#waiting.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    if (longest.length <= count + 1) return false
    longest.pop()?.settle(false)
    this.#size -= 1
    return true
  }

  #removeGone() {
    for (const [key, callers] of [...this.#waiting]) {
      const gone = callers.filter(({ isGone }) => isGone())
      if (gone.length === 0) continue
      this.#size -= gone.length
      this.#put(
        key,
        callers.filter((caller) => !gone.includes(caller)),
      )
      for (const { settle } of gone) settle(false)
    }
  }

  #put(key: string, callers: Waiting[]) {
    this.#waiting.delete(key)
    if (callers.length > 0) this.#waiting.set(key, callers)
  }
}
