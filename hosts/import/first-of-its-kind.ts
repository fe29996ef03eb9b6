/** Returns a filter for the first link of each slug of a file. */
export function firstOfItsKind() {
  const seen = new Set<string>()
  return (hostname: unknown, slug: unknown) => {
    // A missing one is no repetition, but refused as what it is.
    if (slug === undefined || slug === null || slug === '') return true
    const name = `${hostname ?? ''}/${slug}`
    if (seen.has(name)) return false
    seen.add(name)
    return true
  }
}
