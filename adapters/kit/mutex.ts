import { StoreBusy } from '@shortlink/core'

export interface MutexLimits {
  /** How many may wait. */
  readonly maxWaiting: number
  /** How long one waits at most, in milliseconds. */
  readonly timeoutMs: number
}

/** One at a time, in order of asking. Too many, or too long a wait, is refused rather than let grow. */
export class Mutex {
  readonly #limits: MutexLimits
  readonly #queue: Array<() => void> = []
  #taken = false

  constructor(limits: MutexLimits = { maxWaiting: Number.POSITIVE_INFINITY, timeoutMs: 0 }) {
    this.#limits = limits
  }

  /** Resolves when it is the asker's turn, which lasts until `leave`. */
  async acquire(): Promise<void> {
    if (!this.#taken) {
      this.#taken = true
      return
    }
    if (this.#queue.length >= this.#limits.maxWaiting)
      throw new StoreBusy('The database is overloaded: too many are waiting')
    await new Promise<void>((resolve, reject) => {
      const { timeoutMs: patience } = this.#limits
      const timer = patience > 0 ? setTimeout(() => this.#giveUp(enter, reject), patience) : undefined
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#queue.push(enter)
    })
  }

  release(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#taken = false
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire()
    try {
      return await work()
    } finally {
      this.release()
    }
  }

  #giveUp(enter: () => void, reject: (error: Error) => void) {
    this.#queue.splice(this.#queue.indexOf(enter), 1)
    reject(new StoreBusy(`The database is overloaded: no turn within ${this.#limits.timeoutMs} ms`))
  }
}
