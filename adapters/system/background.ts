import type { Background } from '@shortlink/core/ports'

/** More running tasks than this mean that something hangs; additional work is dropped and reported. */
const MAX_RUNNING = 1000

/** Runs side work at once and keeps track of it. `onError` is called for failures and for dropped work. */
export function systemBackground(onError: (error: unknown, work: string) => void): Background {
  const running = new Set<Promise<void>>()
  return {
    run(name, work) {
      if (running.size >= MAX_RUNNING) return onError(new Error('Too much background work, dropped'), name)
      // Work that throws before its first await fails like any other.
      const promise = (async () => void (await work()))()
        .catch((error: unknown) => onError(error, name))
        .finally(() => running.delete(promise))
      running.add(promise)
    },
    async drained() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
