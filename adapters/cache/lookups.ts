import type { Timer } from '@shortlink/core'

/** Why a lookup has no answer: the store was not asked, or did not answer in time. */
export class StoreAway extends Error {}

interface LookupOptions<T> {
  readonly ask: (key: string) => Promise<T>
  /** Callers wait this long for an answer; then their lookup rejects. */
  readonly timeoutMs: number
  /** Lookups in flight; further ones reject, since they would only pile up before a store that hangs. */
  readonly maxInFlight: number
  readonly once: Timer
}

/** Lookups in the store, at most one at a time for a key: callers of one key share its answer. */
export function lookups<T>({ ask, timeoutMs, maxInFlight, once }: LookupOptions<T>) {
  const shared = new Map<string, Promise<T>>()
  let inFlight = 0

  function start(key: string, keep: (answer: T) => void): Promise<T> {
    if (inFlight >= maxInFlight) return Promise.reject(new StoreAway('too many lookups in flight'))
    inFlight += 1
    const { promise: answer, resolve, reject } = Promise.withResolvers<T>()
    // Runs before callers get the answer, so that they find no lookup in flight.
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
    /** Joins the lookup of the key in flight, or starts one. Calls `keep` with its answer unless the key was invalidated meanwhile. */
    find: (key: string, keep: (answer: T) => void) => shared.get(key) ?? start(key, keep),
    /** The key has changed: an answer in flight may be older, so it is neither kept nor joined. */
    invalidate: (key: string) => shared.delete(key),
    invalidateAll: () => shared.clear(),
  }
}
