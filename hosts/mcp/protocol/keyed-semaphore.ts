/** A semaphore for each key; callers wait in order. */
export interface KeyedSemaphore {
  /** Resolves, once a permit is free, with the function that releases it; with undefined when too many callers already wait. */
  acquire(key: string): Promise<(() => void) | undefined>
}

interface SemaphoreLimits {
  /** Permits of one key. */
  readonly permits: number
  /** Callers of one key that may wait. */
  readonly maxWaiting: number
}

/** Drops a key when its last permit is released. */
export function createKeyedSemaphore({ permits, maxWaiting }: SemaphoreLimits): KeyedSemaphore {
  const keys = new Map<string, { acquired: number; readonly queue: (() => void)[] }>()

  function release(key: string) {
    const state = keys.get(key)
    const next = state?.queue.shift()
    if (next) next()
    else if (state && --state.acquired === 0) keys.delete(key)
  }

  return {
    async acquire(key) {
      const state = keys.get(key) ?? { acquired: 0, queue: [] }
      keys.set(key, state)
      if (state.acquired < permits) state.acquired += 1
      else if (state.queue.length >= maxWaiting) return undefined
      else await new Promise<void>((resolve) => state.queue.push(resolve))
      let isReleased = false
      return () => {
        if (!isReleased) release(key)
        isReleased = true
      }
    },
  }
}
