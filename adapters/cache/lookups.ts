import type { Timer } from '@shortlink/core/ports'

/** The reason for a failed lookup: the store was not queried, or did not respond in time. */
export class StoreAway extends Error {}

interface LookupOptions<T> {
  readonly ask: (key: string) => Promise<T>
  /** How long callers wait for a result; then their lookup rejects. */
  readonly timeoutMs: number
  /** Maximum number of lookups in flight; additional ones reject, since they would only pile up before a store that hangs. */
  readonly maxInFlight: number
  readonly once: Timer
}

/** Lookups in the store, at most one at a time for a key: callers of one key share its result. */
export function lookups<T>({ ask, timeoutMs, maxInFlight, once }: LookupOptions<T>) {
  const shared = new Map<string, Promise<T>>()
  let inFlight = 0

  function start(key: string, keep: (answer: T) => void): Promise<T> {
    if (inFlight >= maxInFlight) return Promise.reject(new StoreAway('too many lookups in flight'))
    inFlight += 1
    const { promise: answer, resolve, reject } = Promise.withResolvers<T>()
    // Runs before callers get the result, so that they find no lookup in flight.
    const end = () => {
      cancel()
      if (shared.get(key) === answer) shared.delete(key)
    }
    const cancel = once(timeoutMs, () => {
      end()
      reject(new StoreAway('the store does not answer'))
    })
    ask(key)
      .finally(() => {
        inFlight -= 1
      })
      .then((value) => {
        if (shared.get(key) === answer) keep(value)
        end()
        resolve(value)
      })
      .catch((error: unknown) => {
        end()
        reject(error)
      })
    shared.set(key, answer)
    return answer
  }

  return {
    /** Joins the lookup of the key in flight, or starts one. Calls `keep` with its result unless the key was invalidated meanwhile. */
    find: (key: string, keep: (answer: T) => void) => shared.get(key) ?? start(key, keep),
    /** The key has changed: a result in flight may be stale, so it is neither kept nor joined. */
    invalidate: (key: string) => shared.delete(key),
    invalidateAll: () => shared.clear(),
  }
}
