/** Lets a few callers of one key in at a time; the others wait in their order. */
export interface Gate {
  /** Resolves, once there is a place, with what gives it back; `undefined` when too many wait already. */
  enter(key: string): Promise<(() => void) | undefined>
}

interface GateLimits {
  /** Places of one key. */
  readonly places: number
  /** Callers of one key that may wait. */
  readonly waiting: number
}

/** A gate in memory; a key is forgotten when its last caller has left. */
export function createGate({ places, waiting }: GateLimits): Gate {
  const keys = new Map<string, { inside: number; readonly queue: (() => void)[] }>()

  function leave(key: string) {
    const state = keys.get(key)
    const next = state?.queue.shift()
    if (next) next()
    else if (state && --state.inside === 0) keys.delete(key)
  }

  return {
    async enter(key) {
      const state = keys.get(key) ?? { inside: 0, queue: [] }
      keys.set(key, state)
      if (state.inside < places) state.inside += 1
      else if (state.queue.length >= waiting) return undefined
      else await new Promise<void>((resolve) => state.queue.push(resolve))
      let left = false
      return () => {
        if (!left) leave(key)
        left = true
      }
    },
  }
}
