/** Counts by key; a key with count 0 takes no memory. */
export function counterMap<Key>() {
  const counts = new Map<Key, number>()
  const of = (key: Key) => counts.get(key) ?? 0
  return {
    of,
    add(key: Key, change: 1 | -1) {
      const count = of(key) + change
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
  }
}
