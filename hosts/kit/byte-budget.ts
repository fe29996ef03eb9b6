/** Limits bytes of memory in use, for each owner and in total. */
export interface ByteBudget {
  /** Adds bytes to the total of `owner`; false, without adding, if a limit would be exceeded. */
  add(owner: string, bytes: number): boolean
  /** Returns bytes that were added. */
  remove(owner: string, bytes: number): void
  /** Bytes that `owner` holds. */
  held(owner: string): number
  /** The owner that holds most; undefined while nothing is held. */
  largestOwner(): string | undefined
}

export function createByteBudget(limits: { readonly maxBytesPerOwner: number; readonly maxBytes: number }): ByteBudget {
  const used = new Map<string, number>()
  let total = 0

  const held = (owner: string) => used.get(owner) ?? 0

  function change(owner: string, bytes: number) {
    total += bytes
    const rest = held(owner) + bytes
    if (rest > 0) used.set(owner, rest)
    else used.delete(owner)
  }

  return {
    held,
    add(owner, bytes) {
      if (total + bytes > limits.maxBytes || held(owner) + bytes > limits.maxBytesPerOwner) return false
      change(owner, bytes)
      return true
    },
    remove: (owner, bytes) => change(owner, -bytes),
    largestOwner: () => (used.size === 0 ? undefined : [...used].reduce((a, b) => (b[1] > a[1] ? b : a))[0]),
  }
}
