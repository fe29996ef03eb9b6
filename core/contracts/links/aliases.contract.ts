import { describe, expect, it } from 'vitest'
import type { LinkId, UserId } from '../../kernel/ids.ts'
import { type Link, namespaceOf } from '../../links/link.ts'
import type { LinkChange } from '../../links/served/link-feed.port.ts'
import type { Store } from '../../ports.ts'
import type { Capabilities } from '../capabilities.ts'
import { aHit, aLink, done, NOON, newLink, newOwner, removeAll, times, unique } from '../samples.ts'

const LATER = NOON + 1000

/** Aliases of a link. */
export const aliasesContract = (
  store: () => Pick<Store, 'hits' | 'linkFeed' | 'links' | 'removals' | 'users'>,
  { search = true }: Partial<Capabilities> = {},
) =>
  describe('aliases', () => {
    const page = { skip: 0, take: 9 }
    const add = (link: Link, slug: string, max = 10) =>
      store().links.addAlias(link.owner as UserId, link.id, { slug, at: LATER, max })
    const remove = (link: Link, slug: string, tombstoneAt: number | null = null) =>
      store().links.removeAlias(link.owner as UserId, link.id, { slug, at: LATER }, tombstoneAt)
    const found = (slug: string) => store().links.findBySlug('', slug)
    const canTake = async (slug: string, owner: UserId | null = null) =>
      (await store().links.insert(aLink({ slug, owner }))).isOk()

    async function linkWithAliases(count: number, given: Partial<Link> = {}): Promise<Link & { owner: UserId }> {
      const owner = given.owner ?? (await newOwner(store()))
      let link = await newLink(store(), { owner, ...given })
      for (const slug of times(count, unique)) link = await done(add(link, slug))
      return { ...link, owner }
    }

    /** The slugs of the changes that the feed reports during the work. */
    async function reportedBy(work: () => unknown): Promise<(string | undefined)[]> {
      const changes: LinkChange[] = []
      const end = store().linkFeed.subscribe((change) => changes.push(change))
      await work()
      end()
      return changes.map((change) => (typeof change === 'object' && 'slug' in change ? change.slug : undefined))
    }

    it('a link is found by its aliases, which it has in the order of their addition', async () => {
      for (const hostname of ['', `${unique()}.example`]) {
        const link = await linkWithAliases(0, { hostname, title: 'Title' })
        const aliases = times(3, unique)
        for (const [index, slug] of aliases.entries()) {
          const changed = { ...link, aliases: aliases.slice(0, index + 1), updatedAt: LATER }
          expect(await done(add(link, slug))).toEqual(changed)
        }
        const whole = { ...link, aliases, updatedAt: LATER }
        for (const slug of [link.slug, ...aliases]) {
          expect(await store().links.findBySlug(namespaceOf(link), slug)).toEqual(whole)
        }
        expect(await store().links.findOwned(link.owner, link.id)).toEqual(whole)
        expect(await store().links.list(link.owner, page)).toMatchObject([{ id: link.id, aliases }])
      }
    })

    it('an alias is no link of its own', async () => {
      const link = await linkWithAliases(2)
      const { owner } = link
      expect(await store().links.count(owner)).toBe(1)
      expect(await store().links.totals(owner, 9)).toMatchObject({ totalLinks: 1, trackedLinks: 1 })
      for (const slug of link.aliases) {
        expect(await store().links.find(`/${slug}` as LinkId)).toBeUndefined()
        expect(await store().links.setDisabled('', slug, NOON)).toBeUndefined()
        expect(await store().links.deleteBySlug('', slug)).toBeUndefined()
      }
    })

    it.skipIf(!search)('a search by an alias finds the link, also after its title has changed', async () => {
      const link = await linkWithAliases(2, { title: 'Title' })
      const search = link.aliases[1]?.toUpperCase()
      expect(await store().links.listAll({ ...page, search })).toMatchObject([{ id: link.id }])
      expect(await store().links.countAll({ search })).toBe(1)
      const ids = async () => (await store().links.list(link.owner, { ...page, search })).map(({ id }) => id)
      expect(await ids()).toEqual([link.id])
      for (const title of ['other', null]) {
        await store().links.updateOwned(link.owner, link.id, { title })
        expect(await ids()).toEqual([link.id])
      }
      await remove(link, link.aliases[1] ?? '')
      expect(await ids()).toEqual([])
    })

    it('an alias is refused whose slug is taken: by a link, an alias, the link itself or a tombstone of others', async () => {
      const link = await linkWithAliases(1)
      const other = await linkWithAliases(1)
      const gone = await newLink(store())
      await store().links.deleteBySlug('', gone.slug, NOON)
      const slugs = [other.slug, other.aliases[0], link.slug, link.aliases[0], gone.slug] as string[]
      for (const slug of slugs) expect((await add(link, slug))._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
      expect(await store().links.findOwned(link.owner, link.id)).toEqual(link)
      expect(await canTake(link.aliases[0] ?? '', link.owner)).toBe(false)
    })

    it('an alias may have a slug of its owner’s deleted link', async () => {
      const link = await linkWithAliases(0)
      const gone = await newLink(store(), { owner: link.owner })
      await store().links.deleteOwned(link.owner, gone.id, NOON)
      expect((await done(add(link, gone.slug))).aliases).toEqual([gone.slug])
      expect(await found(gone.slug)).toMatchObject({ id: link.id })
    })

    it('a link never has more aliases than the limit, also of concurrent additions', async () => {
      const link = await linkWithAliases(0)
      const results = await Promise.all(times(8, () => add(link, unique(), 3)))
      expect(results.filter((result) => result.isOk())).toHaveLength(3)
      expect(results.flatMap((result) => (result.isErr() ? result.error.type : []))).toEqual(
        times(5, () => 'too-many-aliases'),
      )
      expect((await found(link.slug))?.aliases).toHaveLength(3)
    })

    it('aliases of others’ links are neither added nor removed', async () => {
      const link = await linkWithAliases(1)
      const stranger = { ...link, owner: await newOwner(store()) }
      expect((await add(stranger, unique()))._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'Shortlink' })
      expect(await remove(stranger, link.aliases[0] ?? '')).toBeUndefined()
      expect(await remove(link, link.slug)).toBeUndefined()
      expect(await remove(link, unique())).toBeUndefined()
      expect(await found(link.aliases[0] ?? '')).toEqual(link)
    })

    it('a removed alias is found no longer, and its slug stays taken for all but its owner', async () => {
      const link = await linkWithAliases(2)
      const [first, second] = link.aliases as [string, string]
      expect(await remove(link, first, NOON)).toEqual({ ...link, aliases: [second] })
      expect(await found(first)).toBeUndefined()
      expect(await canTake(first)).toBe(false)
      expect(await canTake(first, link.owner)).toBe(true)
      expect(await remove(link, second)).toEqual({ ...link, aliases: [] })
      expect(await canTake(second)).toBe(true)
    })

    it('an alias of a link that an operator disabled cannot be removed, so that its slug stays taken', async () => {
      const link = await linkWithAliases(1)
      await store().links.setDisabled('', link.slug, NOON)
      expect(await remove(link, link.aliases[0] ?? '')).toBeUndefined()
      expect(await found(link.aliases[0] ?? '')).toEqual({ ...link, disabled: true })
    })

    it('a change of a link is reported for each of its slugs', async () => {
      const { owner, ...link } = await linkWithAliases(2)
      const all = expect.arrayContaining([link.slug, ...link.aliases])
      const { links } = store()
      expect(await reportedBy(() => links.updateOwned(owner, link.id, { target: 'https://example.org/' }))).toEqual(all)
      expect(await reportedBy(() => links.setDisabled('', link.slug, NOON))).toEqual(all)
      expect(await reportedBy(() => links.setDisabled('', link.slug, null))).toEqual(all)
      const slug = unique()
      expect(await reportedBy(() => add({ ...link, owner }, slug))).toContain(slug)
      expect(await reportedBy(() => remove({ ...link, owner }, slug))).toContain(slug)
      expect(await reportedBy(() => links.deleteOwned(owner, link.id))).toEqual(all)
    })

    it('a deleted link takes its aliases with it, whose slugs stay taken as its own does', async () => {
      const owner = await newOwner(store())
      const [owned, byOperator, freed] = await Promise.all(times(3, () => linkWithAliases(2, { owner })))
      if (!owned || !byOperator || !freed) throw new Error('three links were made')
      expect(await store().links.deleteOwned(owner, owned.id, NOON)).toEqual(owned)
      expect(await store().links.deleteBySlug('', byOperator.slug, NOON)).toEqual(byOperator)
      await store().links.deleteOwned(owner, freed.id)
      for (const slug of [...owned.aliases, ...byOperator.aliases]) {
        expect(await found(slug)).toBeUndefined()
        expect(await canTake(slug)).toBe(false)
        expect(await canTake(slug, owner)).toBe(true)
      }
      for (const slug of freed.aliases) expect(await canTake(slug)).toBe(true)
    })

    it('a deleted account takes the aliases of its links with it, at once for every reader', async () => {
      for (const tombstoneAt of [null, NOON]) {
        const owner = await newOwner(store())
        const first = await linkWithAliases(1, { owner, createdAt: NOON - 1 })
        await store().links.insertMany(times(230, () => aLink({ owner })))
        const last = await linkWithAliases(1, { owner, createdAt: NOON + 1 })
        await store().users.delete(owner, tombstoneAt)
        const slugs = [...first.aliases, ...last.aliases]
        const check = async () => {
          for (const slug of slugs) {
            expect(await found(slug)).toBeUndefined()
            if (tombstoneAt) expect(await canTake(slug)).toBe(false)
          }
        }
        await check()
        if (tombstoneAt === null) for (const slug of slugs) expect(await canTake(slug)).toBe(true)
        else {
          await removeAll(store())
          await check()
        }
      }
    })

    it('hits of a link stay its own when its aliases come and go', async () => {
      const link = await linkWithAliases(1)
      await store().hits.record([aHit(link.id)])
      await remove(link, link.aliases[0] ?? '')
      await removeAll(store())
      expect(await found(link.slug)).toMatchObject({ hitCount: 1, aliases: [] })
    })
  })
