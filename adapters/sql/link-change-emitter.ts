import type { LinkChange } from '@shortlink/core'

/** Passes link changes on to its subscribers. */
export class LinkChangeEmitter {
  readonly #listeners = new Set<(change: LinkChange) => void>()

  subscribe(listener: (change: LinkChange) => void): void {
    this.#listeners.add(listener)
  }

  publish(changes: readonly LinkChange[]): void {
    for (const change of changes) for (const listener of this.#listeners) listener(change)
  }
}

/** Publishes a link change: immediately outside a transaction, after commit inside one. */
export type PublishChange = (change: LinkChange) => void
