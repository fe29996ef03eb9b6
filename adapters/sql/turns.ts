import { StoreBusy } from '@shortlink/core'

export interface TurnLimits {
  /** How many may wait. */
  readonly waiting: number
  /** How long one waits at most, in milliseconds. */
  readonly patience: number
}

/** One at a time, in order of asking. Too many, or too long a wait, is refused rather than let grow. */
export class Turns {
  readonly #limits: TurnLimits
  readonly #queue: Array<() => void> = []
  #taken = false

  constructor(limits: TurnLimits = { waiting: Number.POSITIVE_INFINITY, patience: 0 }) {
    this.#limits = limits
  }

  /** Resolves when it is the asker's turn, which lasts until `leave`. */
  async take(): Promise<void> {
    if (!this.#taken) {
      this.#taken = true
      return
    }
    if (this.#queue.length >= this.#limits.waiting)
      throw new StoreBusy('The database is overloaded: too many are waiting')
    await new Promise<void>((resolve, reject) => {
      const { patience } = this.#limits
      const timer = patience > 0 ? setTimeout(() => this.#giveUp(enter, reject), patience) : undefined
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#queue.push(enter)
    })
  }

  leave(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#taken = false
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.take()
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  #giveUp(enter: () => void, reject: (error: Error) => void) {
    this.#queue.splice(this.#queue.indexOf(enter), 1)
    reject(new StoreBusy(`The database is overloaded: no turn within ${this.#limits.patience} ms`))
  }
}
