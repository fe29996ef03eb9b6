import type { LinkChange, LinkFeed } from './link-feed.port.ts'

/** Passes the link changes of one writer on to its subscribers. */
export class LinkChangeEmitter {
  readonly #listeners = new Set<(change: LinkChange) => void>()

  /** Returns a function that ends the subscription. */
  subscribe(listener: (change: LinkChange) => void): () => void {
    // A separate function for each call, since one listener may subscribe twice.
    const own = (change: LinkChange) => listener(change)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  publish(changes: readonly LinkChange[]): void {
    for (const change of changes) for (const listener of this.#listeners) listener(change)
  }
}

/**
 * The feed of a store that keeps its links elsewhere: the store's own changes, and those passed to `publish`. An adapter calls `publish`
 * after each write and before it resolves.
 */
export function withPublished(feed: LinkFeed): LinkFeed & { publish(change: LinkChange): void } {
  const emitter = new LinkChangeEmitter()
  return {
    live: () => feed.live(),
    publish: (change) => emitter.publish([change]),
    subscribe(listener) {
      const ends = [feed.subscribe(listener), emitter.subscribe(listener)]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}

/** Publishes a link change: immediately outside a transaction, after commit inside one. */
export type PublishChange = (change: LinkChange) => void
