import type { LinkChange, LinkFeed } from '@shortlink/core'

export interface MemoryLinkFeed extends LinkFeed {
  publish(changes: readonly LinkChange[]): void
}

/** Always live: every writer of the store is in this process. */
export function memoryLinkFeed(): MemoryLinkFeed {
  const listeners: ((change: LinkChange) => void)[] = []
  return {
    subscribe: (listener) => void listeners.push(listener),
    live: () => true,
    publish(changes) {
      for (const change of changes) for (const listener of listeners) listener(change)
    },
  }
}
