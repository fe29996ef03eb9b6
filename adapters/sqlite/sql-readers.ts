import { StoreBusy } from '@shortlink/core'
import type { Answer } from './connection.ts'
import { SqlThread } from './sql-thread.ts'

export interface ReaderLimits {
  readonly threads: number
  /** A statement that takes longer is given up, in milliseconds. */
  readonly statementMs: number
  /** Statements that wait, and how long each does at most, in milliseconds. */
  readonly maxWaiting: number
  readonly waitMs: number
}

const LIMITS: ReaderLimits = { threads: 2, statementMs: 5_000, maxWaiting: 5_000, waitMs: 10_000 }
/** Threads that may still be at a statement that was given up: SQLite cannot be interrupted, so they end when it does. */
const MAX_ENDING = 2

interface Read {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly settle: { resolve(answer: Answer): void; reject(error: unknown): void }
  /** Runs while the read waits. */
  readonly waiting: NodeJS.Timeout
}

/**
 * Read-only connections in threads of their own, each at one statement at a time; others wait in order. A statement that takes too long
 * rejects with {@link StoreBusy}, and its thread is replaced; so does one that waits too long, or that would be one too many.
 */
export class SqlReaders {
  readonly #limits: ReaderLimits
  readonly #all: readonly SqlThread[]
  readonly #free: SqlThread[]
  readonly #queue: Read[] = []
  readonly #ending = new Set<Promise<unknown>>()

  constructor(file: string, lockTimeoutMs: number, limits: Partial<ReaderLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
    this.#all = Array.from(
      { length: this.#limits.threads },
      () => new SqlThread(file, { readonly: true, timeout: lockTimeoutMs }),
    )
    this.#free = [...this.#all]
  }

  execute(sql: string, parameters: readonly unknown[]): Promise<Answer> {
    if (this.#queue.length >= this.#limits.maxWaiting) {
      return Promise.reject(new StoreBusy('The database is overloaded: too many are waiting'))
    }
    return new Promise((resolve, reject) => {
      const waiting = setTimeout(() => this.#giveUp(read), this.#limits.waitMs)
      const read: Read = { sql, parameters, settle: { resolve, reject }, waiting }
      this.#queue.push(read)
      this.#next()
    })
  }

  /** Ends all threads; what waits is rejected. */
  async close(): Promise<void> {
    for (const read of this.#queue.splice(0)) {
      clearTimeout(read.waiting)
      read.settle.reject(new Error('The database is closed'))
    }
    await Promise.all(this.#all.map((thread) => thread.close()))
  }

  #next() {
    if (this.#queue.length === 0) return
    const thread = this.#free.pop()
    const read = thread && this.#queue.shift()
    if (thread && read) void this.#run(thread, read)
  }

  async #run(thread: SqlThread, { sql, parameters, settle, waiting }: Read) {
    clearTimeout(waiting)
    const late = setTimeout(() => this.#abandon(thread), this.#limits.statementMs)
    await thread.execute(sql, parameters).then(settle.resolve, settle.reject)
    clearTimeout(late)
    if (this.#ending.size > MAX_ENDING) await Promise.race(this.#ending)
    this.#free.push(thread)
    this.#next()
  }

  #abandon(thread: SqlThread) {
    const ending = thread
      .abandon(new StoreBusy(`The database took longer than ${this.#limits.statementMs} ms`))
      .finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }

  #giveUp(read: Read) {
    this.#queue.splice(this.#queue.indexOf(read), 1)
    read.settle.reject(new StoreBusy(`The database is overloaded: no turn within ${this.#limits.waitMs} ms`))
  }
}
