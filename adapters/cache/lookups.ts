/** Told instead of an answer when the store was not asked, or did not answer in time. */
class StoreAway extends Error {}

interface LookupOptions<T> {
  readonly ask: (key: string) => Promise<T>
  /** Milliseconds after which whoever waits for an answer is told that there is none. */
  readonly timeoutMs: number
  /** How many questions may be under way; more would only pile up before a store that hangs. */
  readonly maxUnderWay: number
}

/** Questions to the store, at most one at a time for a key, however many wait for its answer. */
export function lookups<T>({ ask, timeoutMs: patience, maxUnderWay }: LookupOptions<T>) {
  const shared = new Map<string, Promise<T>>()
  let underWay = 0

  function start(key: string, keep: (answer: T) => void): Promise<T> {
    if (underWay >= maxUnderWay) return Promise.reject(new StoreAway('too many lookups under way'))
    underWay += 1
    // Whoever is told must find nothing under way any more, so the end comes before the answer.
    const end = () => {
      clearTimeout(timer)
      if (shared.get(key) === answer) shared.delete(key)
    }
    const { promise: answer, resolve, reject } = Promise.withResolvers<T>()
    const timer = setTimeout(() => {
      end()
      reject(new StoreAway('the store does not answer'))
    }, patience)
    ask(key)
      .finally(() => {
        underWay -= 1
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
    /** Joins the lookup of that key that is under way, or starts one; `keep` gets its answer unless news of the key came meanwhile. */
    find: (key: string, keep: (answer: T) => void) => shared.get(key) ?? start(key, keep),
    /** News of the key came: what is under way may have been read before it and is not to be kept or joined. */
    invalidate: (key: string) => shared.delete(key),
    invalidateAll: () => shared.clear(),
  }
}
