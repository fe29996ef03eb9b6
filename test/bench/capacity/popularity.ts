/** A group of links with about the same share of the visits. */
export interface LinkGroup {
  readonly links: number
  /** Share of all visits that each link of the group gets. */
  readonly share: number
}

/** Ranks of a group differ by at most this factor, which keeps sums over a billion links short and exact to a thousandth. */
const GROUP_RATIO = 1.01

/**
 * Groups links by popularity: the link of rank k gets a share proportional to 1 / k^exponent (Zipf's law).
 * @param exponent 0 for equal shares; about 1 for links that people share
 */
export function zipfGroups(links: number, exponent: number): readonly LinkGroup[] {
  const groups: { links: number; weight: number }[] = []
  for (let first = 1; first <= links; ) {
    const last = Math.min(links, Math.max(first, Math.floor(first * GROUP_RATIO)))
    groups.push({ links: last - first + 1, weight: Math.sqrt(first * last) ** -exponent })
    first = last + 1
  }
  const total = groups.reduce((sum, { links, weight }) => sum + links * weight, 0)
  return groups.map(({ links, weight }) => ({ links, share: weight / total }))
}

/** Expected number of different links among the visits. */
export const distinctLinks = (groups: readonly LinkGroup[], visits: number): number =>
  groups.reduce((sum, { links, share }) => sum + links * -Math.expm1(-share * visits), 0)

/** Returns a function that picks the ranks of visited links, from 0, by Zipf's law. `random` returns numbers from 0 up to 1. */
export function zipfPicker(links: number, exponent: number, random: () => number): () => number {
  const cumulative = new Float64Array(links)
  let total = 0
  for (let rank = 0; rank < links; rank += 1) {
    total += (rank + 1) ** -exponent
    cumulative[rank] = total
  }
  return () => {
    const wanted = random() * total
    let [low, high] = [0, links - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cumulative[middle] as number) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}
