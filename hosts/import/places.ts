import { normalizeHostname } from '@shortlink/core'

/** The domain of links without one; some files write it like this. */
export const DEFAULT_DOMAIN = 'default'

/** Target for the links of a domain: a verified hostname, or empty for the service's own host. */
type Place = { readonly hostname: string } | 'skipped' | 'unknown'

/** Finds the target host of links by their domain; null is the program's default domain. */
export type FindPlace = (domain: string | null) => Place

interface PlaceOptions {
  /** Target hostnames by the source domain's name from {@link placeName}; empty for the service's own host. */
  readonly mapped: ReadonlyMap<string, string>
  /** If there are any, the links of all others but the mapped ones are skipped. */
  readonly selected?: ReadonlySet<string>
  /** Hostnames of the service itself. */
  readonly ownHosts: ReadonlySet<string>
  /** Hostnames that the account has verified. */
  readonly verified: ReadonlySet<string>
}

/** Finds places by a mapping, and without one by the domains of the service and of the account. */
export const placeFinder =
  ({ mapped, selected = new Set(), ownHosts, verified }: PlaceOptions): FindPlace =>
  (domain) => {
    const name = placeName(domain)
    const hostname = mapped.get(name)
    if (hostname !== undefined) return { hostname }
    if (selected.size > 0 && !selected.has(name)) return 'skipped'
    if (name === DEFAULT_DOMAIN || ownHosts.has(name)) return { hostname: '' }
    return verified.has(name) ? { hostname: name } : 'unknown'
  }

/** The name of a link's domain in a mapping. */
export const placeName = (domain: string | null) => (domain === null ? DEFAULT_DOMAIN : domainName(domain))

/** Without a port, in the form for comparing hostnames. */
export function domainName(domain: string): string {
  const name = domain.replace(/^https?:\/\//i, '').replace(/[:/].*$/, '')
  return normalizeHostname(name) ?? name.toLowerCase()
}
