import type { LinkChange } from '@shortlink/core/ports'
import type { Result } from 'neverthrow'
import { Mutex } from '../kit/mutex.ts'

/** The changes of one unit of work: how to undo them, and events to publish after the commit. */
export class Transaction {
  readonly linkChanges: LinkChange[] = []
  readonly #undo: (() => void)[] = []

  onRollback(undo: () => void) {
    this.#undo.push(undo)
  }

  /** Adds the changes of a nested transaction, so that undoing this one undoes them too. */
  absorb(inner: Transaction) {
    this.#undo.push(...inner.#undo)
    this.linkChanges.push(...inner.linkChanges)
  }

  rollBack() {
    for (const undo of this.#undo.reverse()) undo()
  }
}

/** Queues synchronous work on the tables; a throw undoes its changes. */
export type Call = <T>(work: (transaction: Transaction) => T) => Promise<T>

export interface Scope {
  readonly call: Call
  /** On Ok commits the changes of the nested scope, and undoes them on Err or a throw. */
  atomic<T, E>(work: (inner: Scope) => PromiseLike<Result<T, E>>): Promise<Result<T, E>>
  /** Waits for the work that runs; later calls reject. */
  close(): Promise<void>
}

/**
 * Runs one piece of work at a time: the next one waits until it has committed or rolled back. So no call sees unfinished changes, and
 * undoing never touches changes of other work. A nested scope has its own queue.
 */
export function openScope(commit: (transaction: Transaction) => void): Scope {
  const mutex = new Mutex()
  let closed = false

  async function enqueue<T>(work: () => T | Promise<T>): Promise<T> {
    if (closed) throw new Error('The store is closed, or the atomic work that it belonged to has ended')
    return mutex.run(work)
  }

  async function close() {
    closed = true
    await mutex.run(() => {})
  }

  return {
    close,
    call: (work) =>
      enqueue(() => {
        const transaction = new Transaction()
        try {
          const value = work(transaction)
          commit(transaction)
          return value
        } catch (error) {
          transaction.rollBack()
          throw error
        }
      }),
    atomic: (work) =>
      enqueue(async () => {
        const transaction = new Transaction()
        const inner = openScope((done) => transaction.absorb(done))
        try {
          const result = await work(inner)
          await inner.close()
          if (result.isOk()) commit(transaction)
          else transaction.rollBack()
          return result
        } catch (error) {
          await inner.close()
          transaction.rollBack()
          throw error
        }
      }),
  }
}
