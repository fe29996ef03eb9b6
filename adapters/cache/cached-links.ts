import { setImmediate } from 'node:timers/promises'
import type { MalformedRule } from '@shortlink/core'
import { inSlices, namespaceOf, OWN_HOST, toServedLink } from '@shortlink/core/adapter'
import type {
  Blocklist,
  LinkChange,
  LinkExtras,
  ServedHost,
  ServedHosts,
  ServedLink,
  ServedLinks,
  Store,
  VisitedLink,
} from '@shortlink/core/ports'
import { systemTimers, type Timers } from '../kit/timers.ts'
import type { RunningBlocklist } from './cached-blocklist.ts'
import { cachedHosts } from './cached-hosts.ts'
import { linkCloser } from './link-closer.ts'
import { type CacheCounters, readThrough } from './read-through.ts'

interface CacheOptions {
  readonly store: {
    readonly links: Pick<Store['links'], 'findBySlug'>
    readonly domains: Pick<Store['domains'], 'findVerified' | 'wasClaimed'>
    readonly linkFeed: Store['linkFeed']
  }
  /** Names of the service's own hosts, in addition to loopback names and literal IP addresses. */
  readonly ownHosts?: readonly string[]
  /** True to serve hosts that were never claimed as a domain like own hosts. */
  readonly serveUnclaimed?: boolean
  /** Whether a slug that is not found as written is tried in lower case. */
  readonly isLoose?: boolean
  /** Called once, with the first such host that a visitor requested. */
  readonly onUnclaimed?: (host: string) => void
  /** Called for each rule of a stored link that cannot be used, when the link is read. */
  readonly onMalformedRule?: (link: VisitedLink, malformed: MalformedRule) => void
  /** Closes links when they are read, and again when it changes. */
  readonly blocklist?: Pick<Blocklist, 'blocks'> & Partial<Pick<RunningBlocklist, 'subscribe'>>
  /** Milliseconds on a clock that never steps back. */
  readonly now?: () => number
  readonly timers?: Pick<Timers, 'once'>
  readonly maxLinks?: number
  /** Approximate memory limit for all links. */
  readonly maxBytes?: number
}

export interface LinkCache extends ServedLinks {
  readonly hosts: ServedHosts
  counters(): CacheCounters
  /** Ends the subscription to the store's changes. */
  close(): void
}

const SEPARATOR = '/'

/** {@link ServedLinks} from memory if the link fits there, otherwise from the store. */
export function cachedLinks({
  store,
  ownHosts = [],
  serveUnclaimed = false,
  isLoose = false,
  onUnclaimed = () => {},
  onMalformedRule = () => {},
  blocklist = { blocks: () => false },
  now = () => performance.now(),
  timers: { once } = systemTimers,
  maxLinks = 500_000,
  maxBytes = 128 * 2 ** 20,
}: CacheOptions): LinkCache {
  const hosts = cachedHosts({ store, ownHosts, serveUnclaimed, onUnclaimed, now, once })
  const closeLink = linkCloser(blocklist)
  const links = readThrough<ServedLink>({
    async ask(key) {
      const cut = key.indexOf(SEPARATOR)
      const link = await store.links.findBySlug(key.slice(0, Math.max(0, cut)), key.slice(cut + 1))
      if (!link) return undefined
      const steps = toServedLink(link, (malformed) => onMalformedRule(link, malformed))
      const value = closeLink(await inSlices(steps, setImmediate))
      return { value, bytes: warmBytes(value, link) }
    },
    keyIn: ({ hostname, slug }) => (hostname === '' ? slug : undefined),
    adapt: closeLink,
    live: () => store.linkFeed.live(),
    now,
    once,
    maxEntries: maxLinks,
    maxBytes,
  })

  blocklist.subscribe?.(links.adaptAll)
  const close = store.linkFeed.subscribe((change: LinkChange) => {
    if (change === 'everything') {
      links.markStale()
      hosts.markStale()
    } else if ('slug' in change) {
      links.forget(keyOf(change.namespace, change.slug))
    } else {
      hosts.forget(change.hostname)
    }
  })

  function findIn(namespace: string, slug: string) {
    const found = links.find(keyOf(namespace, slug))
    return found instanceof Promise
      ? found.then((link) => sharedBySlugs(link, namespace, slug))
      : sharedBySlugs(found, namespace, slug)
  }

  /** A link with rules that was found by an alias uses the entry of the link's slug, so that `visits` rules count visits by any of them. */
  function sharedBySlugs(link: ServedLink | undefined, namespace: string, slug: string) {
    if (link === undefined || link.rules === null || link.slug === slug) return link
    return links.find(keyOf(namespace, link.slug))
  }

  function findAt(host: ServedHost, slug: string) {
    if (host === 'foreign') return undefined
    const namespace = host === 'own' || host === 'unclaimed' ? OWN_HOST : namespaceOf(host)
    const found = findIn(namespace, slug)
    if (!isLoose) return found
    const inLowerCase = () => findIn(namespace, slug.toLowerCase())
    return found instanceof Promise ? found.then((link) => link ?? inLowerCase()) : (found ?? inLowerCase())
  }

  return {
    hosts,
    close,
    counters: links.counters,
    find(host, slug) {
      // No slug holds a separator. Text that does must not be read as a slug in another namespace.
      if (slug.includes(SEPARATOR)) return undefined
      const served = hosts.find(host)
      return served instanceof Promise ? served.then((served) => findAt(served, slug)) : findAt(served, slug)
    },
  }
}

const keyOf = (namespace: string, slug: string) => (namespace === '' ? slug : namespace + SEPARATOR + slug)

/**
 * Measured upper bounds: for a link, its extras without their texts, each rule, and each alternative of a compiled rule or ignored IP
 * address.
 */
const LINK_BYTES = 300
const EXTRAS_BYTES = 200
const RULE_BYTES = 500
const ALTERNATIVE_BYTES = 190
const CHARACTER_BYTES = 2

const addressBytes = (target: string, location: string | null) =>
  CHARACTER_BYTES * target.length + (location === target ? 0 : (location?.length ?? 0))

function extrasBytes(extras: LinkExtras | null): number {
  if (extras === null) return 0
  const texts = [extras.fallback, ...Object.values(extras.preview ?? {})]
  return EXTRAS_BYTES + texts.reduce((bytes, text) => bytes + CHARACTER_BYTES * (text?.length ?? 0), 0)
}

/** Approximate size of a warm link in bytes. */
function warmBytes(
  { slug, target, location, rules, extras }: ServedLink,
  { rules: written, ignoredAddresses = [] }: VisitedLink,
): number {
  let bytes = LINK_BYTES + slug.length + addressBytes(target, location) + extrasBytes(extras)
  bytes += ALTERNATIVE_BYTES * ignoredAddresses.length
  for (const { index, target, location } of rules ?? []) {
    const value = written[index]?.value ?? ''
    bytes += RULE_BYTES + addressBytes(target, location)
    bytes += CHARACTER_BYTES * value.length + ALTERNATIVE_BYTES * value.split(',').length
  }
  return bytes
}
