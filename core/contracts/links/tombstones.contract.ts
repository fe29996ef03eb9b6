import { errAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { UserId } from '../../kernel/ids.ts'
import type { Link } from '../../links/link.ts'
import type { Store } from '../../ports.ts'
import type { Capabilities } from '../capabilities.ts'
import { aHit, aLink, done, NOON, newLink, newOwner, removeAll, times, unique } from '../samples.ts'

/** More than a store may delete together with the account. */
const MANY = 230
/** Before all other tombstones of a test, so that deleting these leaves the others. */
const LONG_AGO = NOON - 10 ** 9

/** The slug of a deleted link stays taken for all except its owner. */
export const tombstonesContract = (
  store: () => Pick<Store, 'atomic' | 'hits' | 'links' | 'removals' | 'users'>,
  { atomic = true, search = true }: Partial<Capabilities> = {},
) =>
  describe('tombstones', () => {
    const page = { skip: 0, take: 9 }
    const insert = (given: Partial<Link>) => store().links.insert(aLink(given))
    const canTake = async (slug: string, owner: UserId | null = null) => (await insert({ slug, owner })).isOk()
    const deleteOwned = (link: Link, at: number | null = NOON) =>
      store().links.deleteOwned(link.owner as UserId, link.id, at)

    async function deletedLink(given: Partial<Link> = {}): Promise<Link & { owner: UserId }> {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner, ...given })
      expect(await deleteOwned(link)).toEqual(link)
      return { ...link, owner }
    }

    async function freeBefore(at: number) {
      for await (const _ of store().links.forgetTombstones(at));
    }

    it('the slug of a deleted link is taken for all but its last owner, who may make it again at once', async () => {
      const { slug, owner } = await deletedLink()
      expect((await insert({ slug, owner: await newOwner(store()) }))._unsafeUnwrapErr()).toEqual({
        type: 'slug-taken',
      })
      expect(await canTake(slug)).toBe(false)
      const again = aLink({ slug, owner })
      expect(await done(store().links.insert(again))).toEqual(again)
      expect(await store().links.findBySlug('', slug)).toEqual(again)
      expect(await canTake(slug, owner)).toBe(false)
    })

    it('of many links inserted at once those with a slug of their own owner’s deleted links are kept', async () => {
      const [own, other] = [await deletedLink(), await deletedLink()]
      const links = [own, other].map(({ slug }) => aLink({ slug, owner: own.owner }))
      expect(await store().links.insertMany(links)).toEqual(new Set([links[0]?.id]))
      expect(await store().links.findBySlug('', other.slug)).toBeUndefined()
    })

    it('a tombstone is no link for any reader', async () => {
      const { id, slug, owner } = await deletedLink()
      expect(await store().links.findBySlug('', slug)).toBeUndefined()
      expect(await store().links.find(id)).toBeUndefined()
      expect(await store().links.find(`/${slug}` as Link['id'])).toBeUndefined()
      expect(await store().links.listAll({ ...page, owner })).toEqual([])
      expect(await store().links.count(owner)).toBe(0)
      expect(await store().links.totals(owner, 9)).toMatchObject({ totalLinks: 0, totalClicks: 0 })
      expect(await store().links.setDisabled('', slug, NOON)).toBeUndefined()
      expect(await store().links.deleteBySlug('', slug)).toBeUndefined()
      expect(await canTake(slug)).toBe(false)
    })

    it.skipIf(!search)('a tombstone is found by no search of operators', async () => {
      const { slug } = await deletedLink()
      expect(await store().links.listAll({ ...page, search: slug })).toEqual([])
      expect(await store().links.countAll({ search: slug })).toBe(0)
    })

    it('late visits of a deleted link are no visits of the one that its owner makes again', async () => {
      const { id, slug, owner } = await deletedLink()
      await store().hits.record([aHit(id)])
      const again = await newLink(store(), { slug, owner })
      await store().hits.record([aHit(id), aHit(again.id)])
      await removeAll(store())
      expect(await store().links.findBySlug('', slug)).toEqual({ ...again, hitCount: 1 })
    })

    it('without an instant, and on a custom domain, a deleted slug is free at once', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      await deleteOwned(link, null)
      expect(await canTake(link.slug)).toBe(true)

      const onDomain = { owner, hostname: `${unique()}.example`, slug: unique() }
      await deleteOwned(await newLink(store(), onDomain))
      expect((await insert(onDomain)).isOk()).toBe(true)
    })

    it('a link that cannot be made on a custom domain leaves the slug of its owner’s deleted link taken', async () => {
      const { slug, owner } = await deletedLink()
      const onDomain = { owner, hostname: `${unique()}.example`, slug }
      await newLink(store(), onDomain)
      expect(await store().links.insertMany([aLink(onDomain)])).toEqual(new Set())
      expect(await canTake(slug)).toBe(false)
      expect(await canTake(slug, owner)).toBe(true)
    })

    it('an operator’s deletion leaves the slug to its owner alone, and that of an anonymous link to no caller', async () => {
      const owner = await newOwner(store())
      const [owned, anonymous] = [await newLink(store(), { owner }), await newLink(store())]
      for (const link of [owned, anonymous]) expect(await store().links.deleteBySlug('', link.slug, NOON)).toEqual(link)
      expect(await canTake(owned.slug)).toBe(false)
      expect(await canTake(owned.slug, owner)).toBe(true)
      expect(await canTake(anonymous.slug)).toBe(false)
      expect(await canTake(anonymous.slug, owner)).toBe(false)
    })

    it('slugs are free again once their tombstones are forgotten, not before', async () => {
      const [old, late] = [await newLink(store()), await newLink(store())]
      await store().links.deleteBySlug('', old.slug, LONG_AGO)
      await store().links.deleteBySlug('', late.slug, LONG_AGO + 1)
      await freeBefore(LONG_AGO)
      expect(await canTake(old.slug)).toBe(false)
      await freeBefore(LONG_AGO + 1)
      expect(await canTake(late.slug)).toBe(false)
      expect(await canTake(old.slug)).toBe(true)
    })

    it('the slugs of a deleted account stay taken, before and after its links are removed', async () => {
      const owner = await newOwner(store())
      const links = times(MANY, () => aLink({ owner }))
      await store().links.insertMany(links)
      await store().users.delete(owner, LONG_AGO)
      const slugs = links.map(({ slug }) => slug)
      const free = async () => (await store().links.insertMany(slugs.map((slug) => aLink({ slug })))).size
      expect(await free()).toBe(0)
      await removeAll(store())
      expect(await free()).toBe(0)
      expect(await store().links.findBySlug('', slugs.at(-1) ?? '')).toBeUndefined()
      await freeBefore(LONG_AGO + 1)
      expect(await free()).toBe(MANY)
    })

    it('of many strangers none takes a slug while its owner makes it again', async () => {
      const gone = await Promise.all(times(20, () => deletedLink()))
      const taken = await Promise.all(
        gone.map(async ({ slug, owner }) => {
          const made = insert({ slug, owner })
          let isOver = false
          const strangers = times(3, async () => {
            const tries: boolean[] = []
            while (!isOver) tries.push(await canTake(slug))
            return tries
          })
          const isMade = (await made).isOk()
          isOver = true
          return { isMade, isLost: (await Promise.all(strangers)).flat().includes(true) }
        }),
      )
      expect(taken).toEqual(gone.map(() => ({ isMade: true, isLost: false })))
    })

    it.skipIf(!atomic)(
      'strangers wait for the transaction that deletes a link, or makes it again, in vain',
      async () => {
        const owner = await newOwner(store())
        const link = await newLink(store(), { owner })
        const tries: Promise<boolean>[] = []
        const strangersTry = () => tries.push(...times(3, () => canTake(link.slug)))
        await store().atomic((store) => {
          strangersTry()
          return ResultAsync.fromSafePromise(store.links.deleteOwned(owner, link.id, NOON)).map(strangersTry)
        })
        const again = aLink({ slug: link.slug, owner })
        await store().atomic((store) => store.links.insert(again).map(strangersTry))
        expect(await Promise.all(tries)).toEqual(times(9, () => false))
        expect(await store().links.findBySlug('', link.slug)).toEqual(again)
      },
    )

    it.skipIf(!atomic)('a rolled back transaction neither leaves a tombstone nor takes one away', async () => {
      const { slug, owner } = await deletedLink()
      const link = await newLink(store(), { owner })
      await store().atomic((store) =>
        ResultAsync.fromSafePromise(store.links.deleteOwned(owner, link.id, NOON))
          .andThen(() => store.links.insert(aLink({ slug, owner })))
          .andThen(() => errAsync('changed my mind')),
      )
      expect(await store().links.findBySlug('', link.slug)).toEqual(link)
      expect(await store().links.findBySlug('', slug)).toBeUndefined()
      expect(await canTake(slug)).toBe(false)
    })
  })
