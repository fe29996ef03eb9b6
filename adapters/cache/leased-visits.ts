import type { LinkId } from '@shortlink/core'
import type { ServedLink } from '@shortlink/core/ports'

/** State of a limited link's visits on this server. */
export interface LeasedVisits {
  readonly link: LinkId
  readonly maxVisits: number | null
  /** The link's name in the link feed. */
  readonly place: string
  generation: number
  /** Visits that may be admitted without querying the store. */
  visits: number
  lastTakenAt: number
  /** Time until the store is queried again for more visits. */
  usedUpUntil: number
}

interface Options {
  readonly now: () => number
  readonly maxLinks: number
  /** Called with dropped state, including any remaining visits. */
  readonly onDropped: (dropped: LeasedVisits) => void
}

const placeOf = (hostname: string, slug: string) => `${hostname}/${slug}`

/** The leases of a server by their links; beyond `maxLinks` the oldest is dropped. */
export function leasesByLink({ now, maxLinks, onDropped }: Options) {
  const leases = new Map<LinkId, LeasedVisits>()
  const linkAt = new Map<string, LinkId>()

  function drop(lease: LeasedVisits) {
    leases.delete(lease.link)
    if (linkAt.get(lease.place) === lease.link) linkAt.delete(lease.place)
    onDropped(lease)
  }

  function dropAll(isDropped: (lease: LeasedVisits) => boolean = () => true) {
    for (const lease of leases.values()) if (isDropped(lease)) drop(lease)
  }

  function make({ id, hostname, slug }: ServedLink, maxVisits: number | null): LeasedVisits {
    const [oldest] = leases.size < maxLinks ? [] : leases.values()
    if (oldest) drop(oldest)
    const place = placeOf(hostname, slug)
    const lease = { link: id, maxVisits, place, generation: 0, visits: 0, lastTakenAt: now(), usedUpUntil: 0 }
    leases.set(id, lease)
    linkAt.set(place, id)
    return lease
  }

  return {
    get: (id: LinkId) => leases.get(id),
    /** The lease of the link; a new and empty one if there is none, or if its limit has changed. */
    of(link: ServedLink): LeasedVisits {
      const maxVisits = link.extras?.maxVisits ?? null
      const lease = leases.get(link.id)
      if (lease?.maxVisits === maxVisits) return lease
      if (lease) drop(lease)
      return make(link, maxVisits)
    },
    some: (isMeant: (lease: LeasedVisits) => boolean) => [...leases.values()].some(isMeant),
    dropAll,
    /** Drops the lease of a link by its names in the link feed. */
    dropAt(namespace: string, slug: string) {
      const id = linkAt.get(placeOf(namespace.slice(namespace.indexOf('@') + 1), slug))
      const lease = id && leases.get(id)
      if (lease) drop(lease)
    },
  }
}
