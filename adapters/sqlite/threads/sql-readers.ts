import { StatementTooLong } from '@shortlink/core/adapter'
import { Limiter } from '../../kit/limiter.ts'
import { Mutex } from '../../kit/mutex.ts'
import { storeClosed } from '../../kit/store-closed.ts'
import { type Progress, watchProgress } from '../../kit/watch-progress.ts'
import { MAX_CALL_MS, type ReadLimits } from '../../sql/kit/read-limits.ts'
import type { Answer } from '../connection.ts'
import type { Lease } from '../dialect.ts'
import { overloaded } from './overloaded.ts'
import { SqlThread } from './sql-thread.ts'

export interface ReaderLimits extends ReadLimits {
  readonly threads: number
  /** Statements that wait for a thread. */
  readonly maxWaiting: number
  /** Maximum time that a statement waits for a thread. */
  readonly waitMs: number
}

/**
 * Two threads run the long reads that core admits concurrently, one runs the reads of periodic work, and one is left for all others. A
 * thread starts when all earlier ones are busy.
 */
const LIMITS: ReaderLimits = { threads: 4, statementMs: 5_000, callMs: MAX_CALL_MS, maxWaiting: 5_000, waitMs: 10_000 }
/** Maximum number of threads that may still run an aborted statement: SQLite cannot be interrupted, so they end when it does. */
const MAX_ENDING = 2

/**
 * Read-only connections in separate threads, each running one statement at a time; others wait in order. A statement that takes too long
 * rejects with {@link StatementTooLong} and its thread is replaced. One that waits too long, or finds the queue full, rejects with
 * `StoreBusy`.
 */
export class SqlReaders {
  readonly #statementMs: number
  readonly #all: readonly SqlThread[]
  readonly #idle: SqlThread[]
  readonly #limiter: Limiter
  readonly #jobs = new Mutex()
  readonly #ending = new Set<Promise<unknown>>()

  constructor(file: string, lockTimeoutMs: number, limits: Partial<ReaderLimits> = {}) {
    const { threads, statementMs, callMs, maxWaiting, waitMs } = { ...LIMITS, ...limits }
    this.#statementMs = statementMs
    this.#limiter = new Limiter(threads, { maxWaiting, timeoutMs: waitMs, refusal: overloaded })
    this.#all = Array.from({ length: threads }, () => new SqlThread(file, { readonly: true, lockTimeoutMs, callMs }))
    this.#idle = [...this.#all]
  }

  /** Starts the thread that runs the first statement. The others start when a statement finds the earlier ones busy. */
  warmUp(): void {
    this.#idle.at(-1)?.warmUp()
  }

  /**
   * Runs one call on the next free thread.
   * @param progress for a call with several statements: the thread adds to it at the start of each, which restarts the time limit
   */
  async execute(sql: string, parameters: readonly unknown[], progress?: Progress): Promise<Answer> {
    const reader = await this.acquire(progress)
    try {
      return await reader.execute(sql, parameters, false)
    } finally {
      reader.release()
    }
  }

  /** Takes a thread for several statements, such as a transaction. The time limit applies to each statement. */
  async acquire(progress?: Progress): Promise<Lease> {
    await this.#limiter.acquire()
    // The limiter has a slot for each thread.
    const thread = this.#idle.pop() as SqlThread
    let isGivenUp = false
    const giveUp = () => {
      if (!isGivenUp) this.#abandon(thread)
      isGivenUp = true
    }
    return {
      execute: async (sql, parameters, within) => {
        await thread.ready()
        const end = progress ? watchProgress(progress, this.#statementMs, giveUp) : this.#limit(giveUp)
        try {
          return await thread.execute(sql, parameters, within)
        } finally {
          end()
        }
      },
      release: () => void this.#release(thread, isGivenUp),
    }
  }

  /** The same for periodic work, which has one thread at a time. */
  async acquireForJob(): Promise<Lease> {
    await this.#jobs.acquire()
    try {
      const reader = await this.acquire()
      return {
        execute: reader.execute,
        release: () => {
          reader.release()
          this.#jobs.release()
        },
      }
    } catch (error) {
      this.#jobs.release()
      throw error
    }
  }

  /** Ends all threads when they have finished their statements; statements that wait are rejected, and so are later ones. */
  async close(): Promise<void> {
    // A slot stays taken while a thread runs an aborted statement, which may take minutes.
    void this.#limiter.close(storeClosed)
    void this.#jobs.close(storeClosed)
    await Promise.all(this.#all.map((thread) => thread.close()))
  }

  async #release(thread: SqlThread, isGivenUp: boolean) {
    // Only the slot of an aborted statement waits: other callers continue.
    if (isGivenUp && this.#ending.size > MAX_ENDING) await Promise.race(this.#ending)
    this.#idle.push(thread)
    this.#limiter.release()
  }

  #limit(giveUp: () => void): () => void {
    const timer = setTimeout(giveUp, this.#statementMs)
    return () => clearTimeout(timer)
  }

  #abandon(thread: SqlThread) {
    const ending = thread
      .abandon(new StatementTooLong(`The database took longer than ${this.#statementMs} ms`))
      .finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }
}
