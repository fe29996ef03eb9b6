import { type Domain, normalizeHostname } from '@shortlink/core'
import { NO_HOSTNAME, OWN_HOST, readHost } from '@shortlink/core/adapter'
import type { ServedHost, ServedHosts, Store, Timer } from '@shortlink/core/ports'
import { detached } from '../kit/detached.ts'
import { recentMap } from '../kit/recent-map.ts'
import { readThrough } from './read-through.ts'

interface CachedHostsOptions {
  readonly store: {
    readonly domains: Pick<Store['domains'], 'findVerified' | 'wasClaimed'>
    readonly linkFeed: Store['linkFeed']
  }
  readonly ownHosts: readonly string[]
  /** True to serve hosts that were never claimed like own hosts. */
  readonly serveUnclaimed: boolean
  /** Called once, with the first such host that a visitor requested. */
  readonly onUnclaimed: (host: string) => void
  /** Milliseconds on a clock that never steps back. */
  readonly now: () => number
  readonly once: Timer
}

/** A host that is served: a verified domain, or a name that was never claimed. */
type Known = Domain | { readonly hostname: string; readonly id?: undefined }

const MAX_HOSTNAMES = 10_000
/** Roughly. */
const DOMAIN_BYTES = 1000
/** Maximum number of cached `Host` headers. */
const MAX_HOST_HEADERS = 1000
/** Characters: the longest name (RFC 1035, 2.3.4) with a port. */
const MAX_HOST_LENGTH = 260

/** {@link ServedHosts} from memory if the host was used recently, otherwise from the store. */
export function cachedHosts({ store, ownHosts, serveUnclaimed, onUnclaimed, now, once }: CachedHostsOptions) {
  const known = readThrough<Known>({
    async ask(hostname) {
      const value = await ask(hostname)
      return value && { value, bytes: DOMAIN_BYTES }
    },
    keyIn: ({ hostname }) => hostname,
    live: () => store.linkFeed.live(),
    now,
    once,
    maxEntries: MAX_HOSTNAMES,
    maxBytes: MAX_HOSTNAMES * DOMAIN_BYTES,
  })
  const own = new Set(ownHosts.map((host) => normalizeHostname(host) ?? host))
  /** Host names by `Host` header as clients spell it, so that a header is parsed once. */
  const hostCache = recentMap<string>({ maxEntries: MAX_HOST_HEADERS })
  let isUnclaimedReported = false

  async function ask(hostname: string): Promise<Known | undefined> {
    const domain = await store.domains.findVerified(hostname)
    if (domain || !serveUnclaimed) return domain
    return (await store.domains.wasClaimed(hostname)) ? undefined : { hostname }
  }

  function read(host: string): string {
    const seen = hostCache.get(host)
    if (seen !== undefined) return seen
    if (host.length > MAX_HOST_LENGTH) return NO_HOSTNAME
    const name = readHost(host, own)
    hostCache.set(detached(host), name)
    return name
  }

  function unclaimed(host: string): ServedHost {
    if (!serveUnclaimed) return 'foreign'
    if (!isUnclaimedReported) onUnclaimed(host)
    isUnclaimedReported = true
    return 'unclaimed'
  }

  const toServed = (host: Known | undefined): ServedHost =>
    host === undefined ? 'foreign' : host.id === undefined ? unclaimed(host.hostname) : host

  const hosts: ServedHosts = {
    isOwn: (host) => read(host) === OWN_HOST,
    find(host) {
      const name = read(host)
      if (name === OWN_HOST) return 'own'
      if (name === NO_HOSTNAME) return unclaimed(host)
      const found = known.find(name)
      return found instanceof Promise ? found.then(toServed) : toServed(found)
    },
  }
  return { ...hosts, forget: known.forget, markStale: known.markStale }
}
