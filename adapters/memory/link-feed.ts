import type { LinkChange, LinkFeed } from '@shortlink/core'

export interface MemoryLinkFeed extends LinkFeed {
  tell(news: readonly LinkChange[]): void
}

/** Everybody who can change the store is in this process, so the feed misses nothing. */
export function memoryLinkFeed(): MemoryLinkFeed {
  const listeners: ((news: LinkChange) => void)[] = []
  return {
    subscribe: (listener) => void listeners.push(listener),
    live: () => true,
    tell(news) {
      for (const item of news) for (const listener of listeners) listener(item)
    },
  }
}
