import { distinctLinks, type LinkGroup } from './popularity.ts'
import { thresholdOf } from './threshold.ts'

/** Bytes of the cache for links without many rules, and of such a link with a target of 80 characters (adapters/cache). */
const LIGHT_BYTES = 96 * 2 ** 20
const LINK_BYTES = 470

/** Number of links in a full cache. */
export const CACHED_LINKS = Math.floor(LIGHT_BYTES / LINK_BYTES)

/**
 * Share of visits whose link is in the cache of a replica, once the cache is full; 1 if all links fit.
 *
 * The cache has two generations (ADR 10). A generation ends after as many visits as touch half of the entries, so a link is in the cache if
 * it was visited during the current generation or the previous one. This is Che's approximation for LRU (Che, Tung, Wang 2002) with a
 * window between one and two generations instead of a fixed one.
 */
export function hitRate(groups: readonly LinkGroup[], cachedLinks: number): number {
  const half = cachedLinks / 2
  const links = groups.reduce((sum, group) => sum + group.links, 0)
  if (links <= half) return 1
  const generation = thresholdOf((visits) => distinctLinks(groups, visits) >= half)
  return groups.reduce((sum, { links, share }) => {
    const expected = share * generation
    // The mean of 1 - exp(-share * window) over windows from one to two generations.
    const isCached = 1 - (Math.exp(-expected) - Math.exp(-2 * expected)) / expected
    return sum + links * share * isCached
  }, 0)
}

/** Visits of a replica, counted since it started with an empty cache. */
export interface Visits {
  readonly from: number
  readonly to: number
}

/** Share of the given visits whose link is in the cache, until the cache is full. */
export function hitRateOf(groups: readonly LinkGroup[], cachedLinks: number, { from, to }: Visits): number {
  const known = distinctLinks(groups, to)
  if (known > cachedLinks / 2) return hitRate(groups, cachedLinks)
  return 1 - (known - distinctLinks(groups, from)) / (to - from)
}
