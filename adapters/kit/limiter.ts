export interface QueueBounds {
  /** Maximum number of waiting callers. */
  readonly maxWaiting: number
  /** Maximum waiting time of a caller. */
  readonly timeoutMs: number
  /** Creates the error for a refused caller. */
  readonly refusal: (reason: string) => Error
}

interface Waiting {
  start(): void
  reject(error: Error): void
}

/** Admits at most `slots` concurrent callers; others wait first in, first out, without bounds unless given. */
export class Limiter {
  readonly #bounds: QueueBounds | undefined
  readonly #waiting: Waiting[] = []
  readonly #slots: number
  readonly #drained = Promise.withResolvers<void>()
  #free: number
  #refusal: (() => Error) | undefined

  constructor(slots: number, bounds?: QueueBounds) {
    this.#slots = slots
    this.#free = slots
    this.#bounds = bounds
  }

  /** Resolves when the caller holds a slot, which it must give back by `release`. Rejects with the refusal of the bounds or of `close`. */
  async acquire(): Promise<void> {
    if (this.#refusal) throw this.#refusal()
    if (this.#free > 0) this.#free -= 1
    else await this.#wait()
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next.start()
    else this.#free += 1
    this.#noteDrained()
  }

  /** Runs the work while it holds a slot. */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    await this.acquire()
    try {
      return await work()
    } finally {
      this.release()
    }
  }

  /** Rejects the callers that wait now, and all later ones. Resolves when no caller holds a slot. */
  close(refusal: () => Error): Promise<void> {
    this.#refusal = refusal
    for (const { reject } of this.#waiting.splice(0)) reject(refusal())
    this.#noteDrained()
    return this.#drained.promise
  }

  #noteDrained() {
    if (this.#refusal && this.#free === this.#slots) this.#drained.resolve()
  }

  async #wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { start: resolve, reject }
    const bounds = this.#bounds
    if (bounds === undefined) {
      this.#waiting.push(waiting)
      return promise
    }
    if (this.#waiting.length >= bounds.maxWaiting) throw bounds.refusal('too many are waiting')
    const timer = setTimeout(() => this.#giveUp(waiting, bounds), bounds.timeoutMs)
    this.#waiting.push(waiting)
    return promise.finally(() => clearTimeout(timer))
  }

  #giveUp(waiting: Waiting, { refusal, timeoutMs }: QueueBounds) {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
    waiting.reject(refusal(`no turn within ${timeoutMs} ms`))
  }
}
