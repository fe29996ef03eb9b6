import { type Link, type LinkNews, type ServedLink, type ServedLinks, type Store, toServedLink } from '@shortlink/core'
import { LRUCache } from 'lru-cache'
import { lookups } from './lookups.ts'

interface CacheOptions {
  readonly store: { readonly links: Pick<Store['links'], 'findBySlug'>; readonly linkFeed: Store['linkFeed'] }
  /** The custom domain that a Host header names, or '' when it names none that is verified. */
  readonly hostnameOf?: (host: string) => string
  /** Milliseconds on a clock that never steps back. */
  readonly now?: () => number
  readonly maxLinks?: number
  /** Roughly, in bytes. */
  readonly maxMemory?: number
}

interface Warm {
  readonly link: ServedLink
  /** When the store was asked; a whole number, which takes no memory of its own. */
  readonly asOf: number
}

/** What the store told of a key: the link, and roughly the bytes that it takes in memory. */
type Found = { readonly link: ServedLink; readonly size: number } | undefined

/** How long, in milliseconds, what was read is trusted: links until news of them, and anything but briefly while none comes. */
const WARM_LIFE = Number.POSITIVE_INFINITY
const UNKNOWN_LIFE = 10_000
const UNWATCHED_LIFE = 1000
/** Whoever asks for an old entry waits this long for a newer one, in milliseconds. */
const REFRESH_PATIENCE = 100
/** An answer later than this, in milliseconds, is no answer. */
const LOOKUP_PATIENCE = 3000
const PROBE_INTERVAL = 500
const MAX_UNDER_WAY = 1000
const MAX_UNKNOWN = 10_000
const SEPARATOR = '/'

/**
 * Links in memory, least recently used ones going first. What is warm is served at once until news of it comes. While the store
 * cannot be asked, what is warm is served as it last was, and what is not rejects.
 */
export function cachedLinks({
  store,
  hostnameOf = () => '',
  now = () => performance.now(),
  maxLinks = 250_000,
  maxMemory = 128 * 2 ** 20,
}: CacheOptions): ServedLinks {
  const warm = new LRUCache<string, Warm>({ max: maxLinks, maxSize: maxMemory })
  // By keys alone: a scan of long random slugs must not fill the memory either.
  const unknown = new LRUCache<string, number>({ max: MAX_UNKNOWN, maxSize: MAX_UNKNOWN * 100 })
  const questions = lookups({ ask: findInStore, patience: LOOKUP_PATIENCE, maxUnderWay: MAX_UNDER_WAY })
  /** Whatever was read up to here may have changed unnoticed. */
  let suspectUntil = -1
  /** While the store is away, when to ask it again; else undefined. */
  let probeAt: number | undefined

  store.linkFeed.subscribe(heed)

  function find(host: string, slug: string): ServedLink | undefined | Promise<ServedLink | undefined> {
    // No slug has one; a caller's text that does must not be taken for a custom domain with its slug.
    if (slug.includes(SEPARATOR)) return undefined
    const hostname = hostnameOf(host)
    const key = hostname === '' ? slug : hostname + SEPARATOR + slug
    const known = warm.get(key)
    if (known !== undefined) return isFresh(known.asOf, WARM_LIFE) ? known.link : refresh(key, known.link)
    const unknownAsOf = unknown.get(key)
    if (unknownAsOf !== undefined && isFresh(unknownAsOf, UNKNOWN_LIFE)) return undefined
    return lookUp(key)
  }

  function isFresh(asOf: number, life: number) {
    if (asOf <= suspectUntil) return false
    const limit = store.linkFeed.live() ? life : UNWATCHED_LIFE
    return limit === WARM_LIFE || now() - asOf < limit
  }

  /** The present state of an old entry if the store tells it soon, else the entry as it was. */
  function refresh(key: string, old: ServedLink): ServedLink | Promise<ServedLink | undefined> {
    if (probeAt !== undefined) {
      if (now() >= probeAt) {
        probeAt = now() + PROBE_INTERVAL
        lookUp(key).catch(() => {})
      }
      return old
    }
    return new Promise((resolve) => {
      const serveOld = () => {
        storeIsAway()
        resolve(old)
      }
      const timer = setTimeout(serveOld, REFRESH_PATIENCE)
      lookUp(key)
        .then(resolve, serveOld)
        .finally(() => clearTimeout(timer))
    })
  }

  function lookUp(key: string): Promise<ServedLink | undefined> {
    const asOf = Math.trunc(now())
    const answer = questions.find(key, (found) => keep(key, found, asOf))
    answer.then(() => {
      probeAt = undefined
    }, storeIsAway)
    return answer.then((found) => found?.link)
  }

  function storeIsAway() {
    probeAt ??= now() + PROBE_INTERVAL
  }

  async function findInStore(key: string): Promise<Found> {
    const cut = key.indexOf(SEPARATOR)
    const link = await store.links.findBySlug(key.slice(0, Math.max(0, cut)), key.slice(cut + 1))
    return link && { link: toServedLink(link), size: sizeOf(link) }
  }

  function keep(key: string, found: Found, asOf: number) {
    if (found === undefined) {
      warm.delete(key)
      unknown.set(detached(key), asOf, { size: key.length })
    } else {
      unknown.delete(key)
      const { link, size } = found
      warm.set(link.hostname === '' ? link.slug : detached(key), { link, asOf }, { size })
    }
  }

  function heed(news: LinkNews) {
    if (news === 'everything') {
      suspectUntil = now()
      questions.outdateAll()
    } else if (news.slug === undefined) {
      forgetHostname(news.hostname)
    } else {
      forget(news.hostname === '' ? news.slug : news.hostname + SEPARATOR + news.slug)
    }
  }

  function forget(key: string) {
    warm.delete(key)
    unknown.delete(key)
    questions.outdate(key)
  }

  function forgetHostname(hostname: string) {
    const isOfIt = (key: string) => key.slice(0, Math.max(0, key.indexOf(SEPARATOR))) === hostname
    questions.outdateAll()
    for (const links of [warm, unknown]) {
      for (const key of links.keys()) if (isOfIt(key)) links.delete(key)
    }
  }

  return { find }
}

/** A copy of its own: a part of a request's line would keep the whole line in memory. */
const detached = (key: string) => Buffer.from(key).toString()

const ENTRY_SIZE = 300
const RULE_SIZE = 500

const sizeOf = ({ slug, target, rules }: Link) =>
  rules.reduce(
    (size, rule) => size + RULE_SIZE + rule.value.length + rule.target.length,
    ENTRY_SIZE + slug.length + target.length,
  )
