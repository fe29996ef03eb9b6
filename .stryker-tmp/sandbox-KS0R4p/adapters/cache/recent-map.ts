interface RecentMapOptions<T> {
  readonly maxEntries: number
  readonly maxSize: number
  readonly sizeOf: (key: string, value: T) => number
}

/**
 * A map of what was used of late. It has two generations: when the younger one holds half of what may be kept, it becomes the older
 * one, which is dropped. To read what is young moves nothing, which an exact order of use would have to, and takes no memory for it.
 */
export function recentMap<T>({ maxEntries, maxSize, sizeOf }: RecentMapOptions<T>) {
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  let youngSize = 0

  function set(key: string, value: T) {
    const size = sizeOf(key, value)
    if (young.size + 1 > maxEntries / 2 || youngSize + size > maxSize / 2) {
      old = young
      young = new Map()
      youngSize = 0
    }
    old.delete(key)
    young.set(key, value)
    youngSize += size
  }

  return {
    get(key: string): T | undefined {
      const value = young.get(key)
      if (value !== undefined) return value
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
    delete(key: string) {
      // Its size stays counted, which only ends the generation a little early.
      young.delete(key)
      old.delete(key)
    },
  }
}
