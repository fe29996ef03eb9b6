import { type Domain, namespaceOf, normalizeHostname, type Store } from '@shortlink/core'
import { readThrough } from './read-through.ts'

interface NamespacesOptions {
  readonly store: { readonly domains: Pick<Store['domains'], 'findVerified'>; readonly linkFeed: Store['linkFeed'] }
  /** Hostnames of the service's own, which are nobody's custom domain. */
  readonly ownHosts: readonly string[]
  readonly now: () => number
}

const DEFAULT = ''
const MAX_HOSTNAMES = 10_000
/** Roughly, in bytes. */
const DOMAIN_SIZE = 1000
const MAX_SPELLINGS = 1000
/** Longer ones are no names; see RFC 1035, 2.3.4, and mind the port. */
const MAX_HOST = 260

/** Tells which namespace a Host header means: that of a verified custom domain, else the default one. */
export function namespaces({ store, ownHosts, now }: NamespacesOptions) {
  const known = readThrough<Domain>({
    async ask(hostname) {
      const domain = await store.domains.findVerified(hostname)
      return domain && { value: domain, size: DOMAIN_SIZE }
    },
    keyIn: ({ hostname }) => hostname,
    live: () => store.linkFeed.live(),
    now,
    maxEntries: MAX_HOSTNAMES,
    maxMemory: MAX_HOSTNAMES * DOMAIN_SIZE,
  })
  const own = new Set(ownHosts.map(hostnameOf))
  /** Hosts as clients spell them, with the names that could be custom domains, so that what was seen before is not parsed again. */
  const spellings = new Map<string, string>()

  function nameIn(host: string): string {
    const seen = spellings.get(host)
    if (seen !== undefined) return seen
    if (host.length > MAX_HOST) return DEFAULT
    const hostname = hostnameOf(host)
    const name = own.has(hostname) ? DEFAULT : hostname
    if (spellings.size >= MAX_SPELLINGS) spellings.clear()
    spellings.set(host, name)
    return name
  }

  return {
    find(host: string): string | Promise<string> {
      const name = nameIn(host)
      if (name === DEFAULT) return DEFAULT
      const found = known.find(name)
      return found instanceof Promise ? found.then(namespaceOn) : namespaceOn(found)
    },
    forget: known.forget,
    suspectAll: known.suspectAll,
  }
}

const namespaceOn = (domain: Domain | undefined) => (domain ? namespaceOf(domain) : DEFAULT)

/** The name without its port, in its one form; '' for an address, or any name that can be no custom domain. */
const hostnameOf = (host: string) => normalizeHostname(host.replace(/:\d*$/, '')) ?? DEFAULT
