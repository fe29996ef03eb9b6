/** Links in a key-value store: the worked example of docs/writing-an-adapter.md. */
import type { Hit, Instant, Link, LinkId, UserId } from '@shortlink/core'
import {
  changedNames,
  containing,
  isAskedFor,
  namespaceOf,
  newestFirst,
  onTargetHost,
  outlineOf,
  selectLinks,
} from '@shortlink/core/adapter'
import type { LinkChange, LinkChanges, LinkRecord, Links, VisitLease, VisitLimits } from '@shortlink/core/ports'
import { err, ok, ResultAsync } from 'neverthrow'

/** The operations that the adapter needs of a key-value store. */
export interface KeyValue {
  get(key: string): Promise<string | undefined>
  /**
   * Deletes and writes all or nothing; what is in both is written. Returns false, without a change, unless each key of `when` has this
   * value; undefined is none.
   */
  write(batch: {
    when: Record<string, string | undefined>
    set?: Record<string, string>
    delete?: string[]
  }): Promise<boolean>
  values(prefix: string): AsyncIterable<string>
}

const slugKey = (namespace: string, slug: string) => `slug/${namespace}/${slug}`
const idKey = (id: LinkId) => `id/${id}`
/** The key of a link starts with its owner, so that one prefix reads the links of one owner and no others. */
const linkKey = (owner: UserId | null, id: LinkId | '') => `link/${owner ?? ''}/${id}`
const slugKeys = (link: Link) => [link.slug, ...link.aliases].map((slug) => slugKey(namespaceOf(link), slug))

const externalKey = ({ owner, externalId }: Pick<Link, 'owner' | 'externalId'>) =>
  owner === null || externalId === null ? undefined : `external/${owner}/${externalId}`

/** What is stored of a link. */
interface Stored extends LinkRecord {
  /** Visits that servers may still take of its limit; below zero where a limit was lowered under what they had taken. */
  readonly remaining: number | null
  /** Of its limits: another one for each that is set anew. */
  readonly generation: number
}

/** Keeps the slug of a deleted link for its last owner. It stands where the key of a link would. */
interface Tombstone {
  readonly key: string
  readonly formerOwner: string
  readonly at: Instant
}

/** @param publish called after each write that visitors notice, and before the write resolves */
export function keyValueLinks(
  kv: KeyValue,
  publish: (change: LinkChange) => void = () => {},
): Links & { countHits(hits: readonly Hit[]): Promise<void>; readonly visitLimits: VisitLimits } {
  /** Publishes the change of a link that was written, under each slug that it has or had, and returns the link. */
  function published(link: Link, before: Link = link): Link {
    const slugs = new Set([link, before].flatMap(({ slug, aliases }) => [slug, ...aliases]))
    for (const slug of slugs) publish({ namespace: namespaceOf(link), slug })
    return link
  }

  const readStored = async (key: string | undefined): Promise<Stored | undefined> => {
    const value = key?.startsWith('link/') ? await kv.get(key) : undefined
    return value === undefined ? undefined : JSON.parse(value)
  }
  const read = async (key: string | undefined) => toLink(await readStored(key))

  async function below(prefix: string): Promise<Link[]> {
    const links: Link[] = []
    for await (const value of kv.values(prefix)) links.push(toLink(JSON.parse(value)))
    return links.sort(newestFirst)
  }

  const owned = (owner: UserId) => below(linkKey(owner, ''))

  /**
   * Changes what is stored of a link, with other keys in the same write. `change` returns undefined to leave it; it is called again when
   * another caller has changed the link meanwhile.
   */
  async function change(
    key: string | undefined,
    change: (link: Stored) => Promise<Change | undefined> | Change | undefined,
  ): Promise<{ before: Link; after: Link } | undefined> {
    for (;;) {
      const value = key?.startsWith('link/') ? await kv.get(key) : undefined
      if (key === undefined || value === undefined) return undefined
      const record: Stored = JSON.parse(value)
      const changed = await change(record)
      if (changed === undefined) return undefined
      const { link, when = {}, set = {}, delete: keys = [] } = changed
      const [external, nextExternal] = [externalKey(record), link && externalKey(link)]
      const isMoved = external !== nextExternal
      if (isMoved && nextExternal && (await kv.get(nextExternal))) throw new Error('Another link has the external id')
      const gone = isMoved && external ? [...keys, external] : [...keys]
      const batch =
        link === undefined
          ? { set, delete: [...gone, key, idKey(record.id)] }
          : { set: { ...set, ...(nextExternal && { [nextExternal]: key }), [key]: JSON.stringify(link) }, delete: gone }
      const free = isMoved && nextExternal ? { [nextExternal]: undefined } : {}
      if (await kv.write({ ...batch, when: { ...when, ...free, [key]: value } }))
        return { before: toLink(record), after: toLink(link ?? record) }
    }
  }

  /** What stands at a slug that the owner may take: nothing, or a tombstone of their own; `taken` otherwise. */
  async function placeOf(key: string, owner: UserId | null): Promise<{ value: string | undefined } | 'taken'> {
    const value = await kv.get(key)
    if (value === undefined) return { value }
    const formerOwner = value.startsWith('{') ? (JSON.parse(value) as Tombstone).formerOwner : undefined
    return formerOwner !== undefined && formerOwner === owner ? { value } : 'taken'
  }

  async function insertRecord(link: LinkRecord): Promise<boolean> {
    const [slug, key] = [slugKey(namespaceOf(link), link.slug), linkKey(link.owner, link.id)]
    const place = await placeOf(slug, link.owner)
    if (place === 'taken') return false
    const external = externalKey(link)
    // The conditions are part of the write: with reads alone, two writers could insert one slug.
    return kv.write({
      when: { [slug]: place.value, ...(external && { [external]: undefined }) },
      set: {
        ...{ [slug]: key, [idKey(link.id)]: key, [key]: JSON.stringify(toStored(link)) },
        ...(external && { [external]: key }),
      },
    })
  }

  const insert: Links['insert'] = (link) =>
    ResultAsync.fromSafePromise(insertRecord(link)).andThen((won) =>
      won ? ok(published(toLink(toStored(link)))) : err({ type: 'slug-taken' as const }),
    )

  /** Deletes a link with its slugs, unless `stays` says otherwise. */
  async function remove(key: string | undefined, tombstoneAt: Instant | null = null, stays = (_: Link) => false) {
    const gone = await change(key, (link) =>
      stays(link) ? undefined : { delete: slugKeys(link), set: tombstones(link, slugKeys(link), tombstoneAt) },
    )
    return gone && published(gone.before)
  }

  return {
    insert,

    visitLimits: limits(),

    async insertMany(links) {
      const inserted = new Set<LinkId>()
      // One after the other, so that of links with one slug the first is stored.
      for (const link of links) if ((await insert(link)).isOk()) inserted.add(link.id)
      return inserted
    },

    findBySlug: async (namespace, slug) => read(await kv.get(slugKey(namespace, slug))),

    findOwned: (owner, id) => read(linkKey(owner, id)),

    async findByExternalId(owner, externalId) {
      const key = externalKey({ owner, externalId })
      return read(key && (await kv.get(key)))
    },

    async addresses(owner, ids) {
      const links = await Promise.all(ids.map((id) => read(linkKey(owner, id))))
      return links.flatMap((link) => (link ? [{ id: link.id, hostname: link.hostname, slug: link.slug }] : []))
    },

    find: async (id) => read(await kv.get(idKey(id))),

    async list(owner, { skip, take, ...page }) {
      return selectLinks(await owned(owner), page)
        .slice(skip, skip + take)
        .map(outlineOf)
    },

    count: async (owner, filter = {}) => (await owned(owner)).filter(isAskedFor(filter)).length,

    async listAll({ skip, take, ...filter }) {
      return (await filtered(filter)).slice(skip, skip + take).map(outlineOf)
    },

    countAll: async (filter) => (await filtered(filter)).length,

    countVisits: async () => (await filtered({})).reduce((sum, { hitCount }) => sum + hitCount, 0),

    listAfter: async (owner, take, after) => selectLinks(await owned(owner), { after }).slice(0, take),

    async updateOwned(owner, id, changes) {
      const key = linkKey(owner, id)
      const written = await change(key, (link) =>
        changedNames(link, changes).length === 0 ? undefined : { link: changed(link, changes) },
      )
      if (written) published(written.after)
      // It has what was asked for already, or it is not there.
      const present = written ? undefined : await read(key)
      return written ?? (present && { before: present, after: present })
    },

    findPasswordHash: async (id) => (await readStored(await kv.get(idKey(id))))?.passwordHash ?? null,

    findReusable: async (owner, hostname, target) =>
      (await owned(owner)).find((link) => link.hostname === hostname && link.target === target && isPlain(link)),

    addAlias: (owner, id, { slug, at, max }) =>
      new ResultAsync(
        (async (): Promise<Awaited<ReturnType<Links['addAlias']>>> => {
          let refusal: 'slug-taken' | 'too-many-aliases' | undefined
          const changed = await change(linkKey(owner, id), async (link) => {
            const key = slugKey(namespaceOf(link), slug)
            const place = await placeOf(key, owner)
            refusal = link.aliases.length >= max ? 'too-many-aliases' : place === 'taken' ? 'slug-taken' : undefined
            if (refusal !== undefined || place === 'taken') return undefined
            const aliased = { ...link, aliases: [...link.aliases, slug], updatedAt: at }
            return { link: aliased, when: { [key]: place.value }, set: { [key]: linkKey(owner, id) } }
          })
          if (changed) return ok(published(changed.after))
          return err(refusal === undefined ? { type: 'not-found', what: 'Shortlink' } : { type: refusal })
        })(),
      ),

    async removeAlias(owner, id, { slug, at }, tombstoneAt = null) {
      const changed = await change(linkKey(owner, id), (link) => {
        if (link.disabled || !link.aliases.includes(slug)) return undefined
        const key = slugKey(namespaceOf(link), slug)
        const aliases = link.aliases.filter((alias) => alias !== slug)
        return { link: { ...link, aliases, updatedAt: at }, delete: [key], set: tombstones(link, [key], tombstoneAt) }
      })
      return changed && published(changed.after, changed.before)
    },

    // Owners cannot delete what an operator disabled.
    deleteOwned: (owner, id, tombstoneAt) => remove(linkKey(owner, id), tombstoneAt, ({ disabled }) => disabled),

    async deleteBySlug(namespace, slug, tombstoneAt) {
      // An alias is no link of its own.
      return remove(await kv.get(slugKey(namespace, slug)), tombstoneAt, (link) => link.slug !== slug)
    },

    async *forgetTombstones(before) {
      for await (const value of kv.values('slug/')) {
        const { key, at } = value.startsWith('{') ? (JSON.parse(value) as Tombstone) : { key: '', at: before }
        if (at < before) yield await kv.write({ when: { [key]: value }, delete: [key] })
      }
    },

    async setDisabled(namespace, slug, at) {
      const key = await kv.get(slugKey(namespace, slug))
      const changed = await change(key, (link) => ({ link: { ...link, disabled: at !== null } }))
      return changed && published(changed.after)
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
        await change(await kv.get(idKey(link)), (link) => ({ link: { ...link, hitCount: link.hitCount + 1 } }))
      }
    },
  }

  /** The visits that limited links have left, which all servers share. */
  function limits(): VisitLimits {
    return {
      async take(id, most) {
        let lease: VisitLease | undefined
        await change(await kv.get(idKey(id)), ({ remaining, ...link }) => {
          lease = undefined
          if (remaining === null || remaining <= 0) return undefined
          const visits = Math.min(most, Math.max(1, Math.floor(remaining / 64)))
          lease = { link: id, generation: link.generation, visits }
          return { link: { ...link, remaining: remaining - visits } }
        })
        return lease
      },
      left: async (id) => (await read(await kv.get(idKey(id))))?.visitsLeft ?? 0,
      async giveBack(leases) {
        for (const { link: id, generation, visits } of leases) {
          await change(await kv.get(idKey(id)), ({ remaining, ...link }) =>
            remaining !== null && link.generation === generation
              ? { link: { ...link, remaining: remaining + visits } }
              : undefined,
          )
        }
      },
    }
  }

  async function filtered({ owner, hostname, targetHosts, search = '' }: Parameters<Links['countAll']>[0]) {
    const links = await (owner === undefined ? below('link/') : owned(owner))
    return links
      .filter((link) => hostname === undefined || link.hostname === hostname)
      .filter((link) => targetHosts === undefined || onTargetHost(targetHosts)(link))
      .filter(containing(search))
  }
}

/** A write that changes a link, or deletes it if there is no `link`. */
interface Change {
  readonly link?: Stored
  readonly when?: Readonly<Record<string, string | undefined>>
  readonly set?: Readonly<Record<string, string>>
  readonly delete?: readonly string[]
}

/** Slugs of custom domains need no tombstones: their namespace is their owner's. */
const tombstones = (link: Link, keys: readonly string[], at: Instant | null): Record<string, string> =>
  at === null || link.hostname !== ''
    ? {}
    : Object.fromEntries(keys.map((key) => [key, JSON.stringify({ key, formerOwner: link.owner ?? '', at })]))

const toStored = (link: LinkRecord): Stored => ({
  ...link,
  remaining: link.visitsLeft ?? link.maxVisits,
  generation: 0,
})

/** What a change of the password or the limit means for the rest. What was taken of a limit that is moved stays taken. */
function changed(link: Stored, changes: LinkChanges): Stored {
  const after = { ...link, ...changes }
  const { maxVisits, passwordHash } = after
  const hasPassword = passwordHash === undefined ? link.hasPassword : passwordHash !== null
  if (maxVisits === null || link.maxVisits === null)
    return { ...after, hasPassword, remaining: maxVisits, generation: link.generation + 1 }
  return { ...after, hasPassword, remaining: (link.remaining ?? 0) + maxVisits - link.maxVisits }
}

const isPlain = (link: Link) =>
  !link.disabled &&
  link.enabled &&
  !link.archived &&
  !link.hasPassword &&
  link.externalId === null &&
  link.maxVisits === null &&
  link.startsAt === null &&
  link.expiresAt === null &&
  link.rules.length === 0

/** Hashes of passwords stay in the store. */
function toLink(stored: Stored): Link
function toLink(stored: Stored | undefined): Link | undefined
function toLink(stored: Stored | undefined): Link | undefined {
  if (stored === undefined) return undefined
  const { passwordHash: _, remaining, generation: _generation, ...link } = stored
  return { ...link, visitsLeft: remaining && Math.max(0, remaining) }
}
