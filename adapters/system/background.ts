import type { Background } from '@shortlink/core'

/** More than this many at once means that something hangs; what comes on top is dropped and said so. */
const UNDER_WAY = 1000

/** Runs side work at once and keeps track of it. `onError` hears of failures and of what was dropped. */
export function systemBackground(onError: (error: unknown, work: string) => void): Background {
  const underWay = new Set<Promise<void>>()
  return {
    run(name, work) {
      if (underWay.size >= UNDER_WAY) return onError(new Error('Too much background work, dropped'), name)
      // Work that throws before its first await fails like any other.
      const promise = (async () => void (await work()))()
        .catch((error: unknown) => onError(error, name))
        .finally(() => underWay.delete(promise))
      underWay.add(promise)
    },
    async drained() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
