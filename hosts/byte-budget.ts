/** Counts bytes of memory that are in use, by whom they are used for. */
export interface ByteBudget {
  /** Adds to what `owner` uses; false, and nothing is added, if that would be more than it or all together may use. */
  add(owner: string, bytes: number): boolean
  /** Gives back what was added. */
  remove(owner: string, bytes: number): void
}

export function createByteBudget(limits: { readonly maxBytesPerOwner: number; readonly maxBytes: number }): ByteBudget {
  const used = new Map<string, number>()
  let total = 0

  function change(owner: string, bytes: number) {
    total += bytes
    const rest = (used.get(owner) ?? 0) + bytes
    if (rest > 0) used.set(owner, rest)
    else used.delete(owner)
  }

  return {
    add(owner, bytes) {
      if (total + bytes > limits.maxBytes || (used.get(owner) ?? 0) + bytes > limits.maxBytesPerOwner) return false
      change(owner, bytes)
      return true
    },
    remove: (owner, bytes) => change(owner, -bytes),
  }
}
