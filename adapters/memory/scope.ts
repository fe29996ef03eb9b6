import type { LinkChange } from '@shortlink/core'
import type { Result } from 'neverthrow'
import { Mutex } from '../kit/mutex.ts'

/** What a piece of work did: how to take it back, and whom to tell once it is certain. */
export class Changes {
  readonly news: LinkChange[] = []
  readonly #undo: (() => void)[] = []

  onRollback(undo: () => void) {
    this.#undo.push(undo)
  }

  /** Takes over the work of an inner scope, which is undone from now on when this one is. */
  absorb(inner: Changes) {
    this.#undo.push(...inner.#undo)
    this.news.push(...inner.news)
  }

  rollBack() {
    for (const undo of this.#undo.reverse()) undo()
  }
}

/** Runs a piece of synchronous work on the tables when its turn comes; a throw takes back what it did. */
export type Call = <T>(work: (changes: Changes) => T) => Promise<T>

export interface Scope {
  readonly call: Call
  /** Keeps on Ok what the work did in the scope that it is given. */
  atomic<T, E>(work: (inner: Scope) => PromiseLike<Result<T, E>>): Promise<Result<T, E>>
  /** Waits for what is under way; whatever is asked afterwards is refused. */
  close(): Promise<void>
}

/**
 * One piece of work at a time: the next waits until the one before has committed or rolled back. Thus nobody sees what is
 * unfinished, and undoing never touches what somebody else wrote meanwhile. A scope within a scope has a queue of its own.
 */
export function openScope(commit: (changes: Changes) => void): Scope {
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
        const changes = new Changes()
        try {
          const value = work(changes)
          commit(changes)
          return value
        } catch (error) {
          changes.rollBack()
          throw error
        }
      }),
    atomic: (work) =>
      enqueue(async () => {
        const changes = new Changes()
        const inner = openScope((done) => changes.absorb(done))
        try {
          const result = await work(inner)
          await inner.close()
          if (result.isOk()) commit(changes)
          else changes.rollBack()
          return result
        } catch (error) {
          await inner.close()
          changes.rollBack()
          throw error
        }
      }),
  }
}
