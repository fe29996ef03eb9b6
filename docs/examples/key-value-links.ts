/** Links in a key-value store: the worked example of docs/writing-an-adapter.md. */
import type { Hit, Link, LinkChange, LinkId, LinkOutline, Links, LinksFilter, Position, UserId } from '@shortlink/core'
import { fold, namespaceOf, newestFirst } from '@shortlink/core/adapter'
import { err, ok, ResultAsync } from 'neverthrow'

/** The operations that the adapter needs of a key-value store. */
export interface KeyValue {
  get(key: string): Promise<string | undefined>
  /** Writes and deletes all or nothing. Returns false, without a change, if the key `unless` exists or the key `given` does not. */
  write(batch: { unless?: string; given?: string; set?: Record<string, string>; delete?: string[] }): Promise<boolean>
  /** Changes a value atomically. Returns the new value; undefined if there is none. */
  change(key: string, change: (value: string) => string): Promise<string | undefined>
  values(prefix: string): AsyncIterable<string>
}

const slugKey = (namespace: string, slug: string) => `slug/${namespace}/${slug}`
const idKey = (id: LinkId) => `id/${id}`
/** The key of a link starts with its owner, so that one prefix reads the links of one owner and no others. */
const linkKey = (owner: UserId | null, id: LinkId | '') => `link/${owner ?? ''}/${id}`

/** @param publish called after each write that visitors notice, and before the write resolves */
export function keyValueLinks(
  kv: KeyValue,
  publish: (change: LinkChange) => void = () => {},
): Links & { countHits(hits: readonly Hit[]): Promise<void> } {
  /** Publishes the change of a link that was written, and returns the link. */
  function published<T extends Link | undefined>(link: T): T {
    if (link) publish({ namespace: namespaceOf(link), slug: link.slug })
    return link
  }

  const read = async (key: string | undefined) => toLink(key === undefined ? undefined : await kv.get(key))

  async function below(prefix: string): Promise<Link[]> {
    const links: Link[] = []
    for await (const value of kv.values(prefix)) links.push(JSON.parse(value))
    return links.sort(newestFirst)
  }

  const owned = (owner: UserId) => below(linkKey(owner, ''))

  async function matching(owner: UserId, search = ''): Promise<Link[]> {
    return (await owned(owner)).filter(containing(search))
  }

  async function listAfter(owner: UserId, place?: Position, search?: string) {
    const links = await matching(owner, search)
    return links.filter((link) => place === undefined || newestFirst(place, link) < 0)
  }

  async function filtered({ owner, hostname, search }: LinksFilter) {
    const links = await (owner === undefined ? below('link/') : owned(owner))
    return links.filter((link) => hostname === undefined || link.hostname === hostname).filter(containing(search ?? ''))
  }

  const insert: Links['insert'] = (link) => {
    const [slug, key] = [slugKey(namespaceOf(link), link.slug), linkKey(link.owner, link.id)]
    // The condition is part of the write: with a read before it, two writers could insert one slug.
    const written = kv.write({
      unless: slug,
      set: { [slug]: key, [idKey(link.id)]: key, [key]: JSON.stringify(link) },
    })
    return ResultAsync.fromSafePromise(written).andThen((won) =>
      won ? ok(published(link)) : err({ type: 'slug-taken' as const }),
    )
  }

  return {
    insert,

    async insertMany(links) {
      const inserted = new Set<LinkId>()
      // One after the other, so that of links with one slug the first is stored.
      for (const link of links) if ((await insert(link)).isOk()) inserted.add(link.id)
      return inserted
    },

    findBySlug: async (namespace, slug) => read(await kv.get(slugKey(namespace, slug))),

    findOwned: (owner, id) => read(linkKey(owner, id)),

    find: async (id) => read(await kv.get(idKey(id))),

    async list(owner, { skip, take, after, search }) {
      const links = await listAfter(owner, after, search)
      return links.slice(skip, skip + take).map(toOutline)
    },

    count: async (owner, search) => (await matching(owner, search)).length,

    listAll: async ({ skip, take, ...filter }) => (await filtered(filter)).slice(skip, skip + take).map(toOutline),

    countAll: async (filter) => (await filtered(filter)).length,

    listAfter: async (owner, take, place) => (await listAfter(owner, place)).slice(0, take),

    async updateOwned(owner, id, changes) {
      const change = (value: string) => JSON.stringify({ ...JSON.parse(value), ...changes })
      return published(toLink(await kv.change(linkKey(owner, id), change)))
    },

    async deleteOwned(owner, id) {
      const link = await read(linkKey(owner, id))
      if (link === undefined || link.disabled) return undefined
      const key = linkKey(owner, id)
      // Of two concurrent deletions only one returns the link.
      const gone = await kv.write({ given: key, delete: [key, idKey(id), slugKey(namespaceOf(link), link.slug)] })
      return gone ? published(link) : undefined
    },

    async setDisabled(namespace, slug, at) {
      const key = await kv.get(slugKey(namespace, slug))
      if (key === undefined) return undefined
      const change = (value: string) => JSON.stringify({ ...JSON.parse(value), disabled: at !== null })
      return published(toLink(await kv.change(key, change)))
    },

    async deleteBySlug(namespace, slug) {
      const key = await kv.get(slugKey(namespace, slug))
      const link = await read(key)
      if (key === undefined || link === undefined) return undefined
      const gone = await kv.write({ given: key, delete: [key, idKey(link.id), slugKey(namespace, slug)] })
      return gone ? published(link) : undefined
    },

    async totals(owner, top) {
      const links = await owned(owner)
      const byHits = (a: Link, b: Link) => b.hitCount - a.hitCount || newestFirst(b, a)
      return {
        totalLinks: links.length,
        trackedLinks: links.filter((link) => link.enableTracking).length,
        totalClicks: links.reduce((sum, link) => sum + link.hitCount, 0),
        topLinks: links.toSorted(byHits).slice(0, top),
      }
    },

    // A store that keeps sums, instead of reading every link, may prepare them here.
    async *keepTotals() {},

    async countHits(hits) {
      for (const { link } of hits) {
        const key = await kv.get(idKey(link))
        if (key !== undefined) await kv.change(key, oneMore)
      }
    },
  }
}

function containing(search: string) {
  const wanted = fold(search)
  return ({ slug, target, title }: Link) => [slug, target, title ?? ''].some((text) => fold(text).includes(wanted))
}

const toLink = (value: string | undefined): Link | undefined => (value === undefined ? undefined : JSON.parse(value))

function oneMore(value: string): string {
  const link: Link = JSON.parse(value)
  return JSON.stringify({ ...link, hitCount: link.hitCount + 1 })
}

const toOutline = ({ rules: _, ...outline }: Link): LinkOutline => outline
