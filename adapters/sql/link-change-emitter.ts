import type { LinkChange } from '@shortlink/core'

/** Passes news of links on to whoever subscribed. */
export class LinkChangeEmitter {
  readonly #listeners = new Set<(news: LinkChange) => void>()

  subscribe(listener: (news: LinkChange) => void): void {
    this.#listeners.add(listener)
  }

  publish(news: readonly LinkChange[]): void {
    for (const item of news) for (const listener of this.#listeners) listener(item)
  }
}

/** Takes down which links a repository changed. Outside a transaction that is told at once, inside when it is committed. */
export type PublishChange = (news: LinkChange) => void
