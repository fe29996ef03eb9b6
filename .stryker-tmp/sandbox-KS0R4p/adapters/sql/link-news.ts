import type { LinkNews } from '@shortlink/core'

/** Passes news of links on to whoever subscribed. */
export class LinkNewsDesk {
  readonly #listeners = new Set<(news: LinkNews) => void>()

  subscribe(listener: (news: LinkNews) => void): void {
    this.#listeners.add(listener)
  }

  tell(news: readonly LinkNews[]): void {
    for (const item of news) for (const listener of this.#listeners) listener(item)
  }
}

/** Takes down which links a repository changed. Outside a transaction that is told at once, inside when it is committed. */
export type NoteNews = (news: LinkNews) => void
