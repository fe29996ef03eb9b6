import { ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { TagId, UserId } from '../../kernel/ids.ts'
import { type Link, outlineOf } from '../../links/link.ts'
import type { Store } from '../../ports.ts'
import type { Tag } from '../../tags/tag.ts'
import type { Capabilities } from '../capabilities.ts'
import { aLink, done, NOON, newLink, newOwner, ODD_TEXTS, removeAll, times } from '../samples.ts'

type Stored = Pick<Store, 'atomic' | 'links' | 'removals' | 'tags' | 'users'>

/** Tags of accounts, and of their links. */
export const tagsContract = (store: () => Stored, { atomic = true }: Partial<Capabilities> = {}) =>
  describe('tags', () => {
    const ensure = (owner: UserId, names: readonly string[], max = 500, { tags }: Pick<Store, 'tags'> = store()) =>
      tags.ensure(
        owner,
        names.map((name) => ({ id: crypto.randomUUID() as TagId, name })),
        max,
      )
    const taggedLink = async (owner: UserId, tags: readonly string[], given: Partial<Link> = {}) => {
      await ensure(owner, tags)
      return newLink(store(), { owner, tags, ...given })
    }
    const tagsOf = async ({ owner, id }: Link) => (await store().links.findOwned(owner as UserId, id))?.tags
    const named = async (owner: UserId, name: string) =>
      (await store().tags.list(owner)).find((tag) => tag.name === name) as Tag
    const counts = async (owner: UserId) =>
      (await store().tags.list(owner)).map(({ name, links }) => [name, links] as const)

    it('tags are made on first use, grey, and listed by folded name', async () => {
      const owner = await newOwner(store())
      expect(await store().tags.list(owner)).toEqual([])
      expect(await ensure(owner, ['b', 'A', 'c'])).toEqual(['b', 'A', 'c'])
      expect(await ensure(owner, [])).toEqual([])
      const tags = await store().tags.list(owner)
      expect(tags.map(({ name, color, links }) => [name, color, links])).toEqual([
        ['A', 'gray', 0],
        ['b', 'gray', 0],
        ['c', 'gray', 0],
      ])
      for (const tag of tags) expect(await store().tags.findOwned(owner, tag.id)).toEqual(tag)
    })

    it('the first spelling of a tag counts in its account, and in no other', async () => {
      const [owner, other] = [await newOwner(store()), await newOwner(store())]
      expect(await ensure(owner, ['Ärger', 'ÄRGER', 'Ｎews'])).toEqual(['Ärger', 'Ärger', 'Ｎews'])
      expect(await ensure(owner, ['new', 'ärger', 'NEWS'])).toEqual(['new', 'Ärger', 'Ｎews'])
      expect(await ensure(other, ['ärger'])).toEqual(['ärger'])
    })

    it('an account gets no more tags than it may have', async () => {
      const owner = await newOwner(store())
      await ensure(owner, ['a', 'b'], 3)
      expect(await ensure(owner, ['c', 'd'], 3)).toBeUndefined()
      expect(await counts(owner)).toEqual([
        ['a', 0],
        ['b', 0],
      ])
      expect(await ensure(owner, ['a', 'c', 'C'], 3)).toEqual(['a', 'c', 'c'])
      expect(await ensure(owner, ['C', 'B'], 3)).toEqual(['c', 'b'])
      expect(await ensure(owner, ['d'], 3)).toBeUndefined()
    })

    it('of concurrent calls with the same new tags each tag is made once, in one spelling', async () => {
      const owner = await newOwner(store())
      const spellings = await Promise.all(times(8, (n) => ensure(owner, n % 2 ? ['x', 'Y', 'z'] : ['Z', 'y', 'X'], 3)))
      const tags = await store().tags.list(owner)
      expect(tags).toHaveLength(3)
      const folded = (names: readonly string[] | undefined) => new Set(names)
      for (const names of spellings) expect(folded(names)).toEqual(new Set(tags.map(({ name }) => name)))
    })

    it('of concurrent calls with new tags none passes the limit', async () => {
      const owner = await newOwner(store())
      const made = await Promise.all(times(8, (n) => ensure(owner, [`${n} a`, `${n} b`], 5)))
      expect(made.filter((names) => names !== undefined)).toHaveLength(2)
      expect(await store().tags.list(owner)).toHaveLength(4)
    })

    it.each(ODD_TEXTS.map((text) => text.slice(0, 40).trim()).filter((text) => text !== ''))(
      'a tag with odd text is stored unchanged: %j',
      async (text) => {
        const owner = await newOwner(store())
        const tags = ['a,b', text, '%2C', `${text},`]
        const link = await taggedLink(owner, tags)
        expect(await tagsOf(link)).toEqual(tags)
        expect((await named(owner, text)).links).toBe(1)
      },
    )

    it('a link is read with its tags in their order, however it is read', async () => {
      const owner = await newOwner(store())
      const link = await taggedLink(owner, ['z', 'a', 'm'])
      const outline = outlineOf(link)
      expect(await store().links.findOwned(owner, link.id)).toEqual(link)
      expect(await store().links.findBySlug('', link.slug)).toEqual(link)
      expect(await store().links.find(link.id)).toEqual(link)
      expect(await store().links.list(owner, { skip: 0, take: 9 })).toEqual([outline])
      expect(await store().links.listAfter(owner, 9)).toEqual([link])
      expect(await store().links.listAll({ owner, skip: 0, take: 9 })).toEqual([outline])
      expect((await store().links.totals(owner, 9)).topLinks).toEqual([link])
      const disabled = { ...link, disabled: true }
      expect(await store().links.setDisabled('', link.slug, NOON)).toEqual(disabled)
      expect(await store().links.deleteBySlug('', link.slug)).toEqual(disabled)
    })

    it('links inserted at once get their tags, those with a taken slug none', async () => {
      const owner = await newOwner(store())
      await ensure(
        owner,
        times(20, (n) => `tag ${n}`),
      )
      const links = times(60, (n) => aLink({ owner, tags: times(n % 21, (tag) => `tag ${(tag + n) % 20}`) }))
      const taken = aLink({ owner, slug: links[0]?.slug ?? '', tags: ['tag 0'] })
      const inserted = await store().links.insertMany([...links, taken])
      expect(inserted).toEqual(new Set(links.map(({ id }) => id)))
      for (const link of links) expect(await store().links.findOwned(owner, link.id)).toEqual(link)
      expect((await named(owner, 'tag 0')).links).toBe(links.filter(({ tags }) => tags.includes('tag 0')).length)
    })

    it('an update replaces the tags of a link, and keeps them when it names none', async () => {
      const owner = await newOwner(store())
      const link = await taggedLink(owner, ['a', 'b'])
      const update = (changes: object) => store().links.updateOwned(owner, link.id, changes)
      await ensure(owner, ['c'])
      expect(await update({ tags: ['c', 'a'] })).toEqual({ before: link, after: { ...link, tags: ['c', 'a'] } })
      expect((await update({ title: 'x' }))?.after.tags).toEqual(['c', 'a'])
      expect(await tagsOf(link)).toEqual(['c', 'a'])
      expect(await counts(owner)).toEqual([
        ['a', 1],
        ['b', 0],
        ['c', 1],
      ])
      expect((await update({ tags: [] }))?.after.tags).toEqual([])
      expect(await tagsOf(link)).toEqual([])
    })

    it('concurrent updates of one link leave the tags of one of them', async () => {
      const owner = await newOwner(store())
      const link = await taggedLink(owner, ['0'])
      const sets = times(9, (n) => [`${n}`, 'shared', `${n + 1}`])
      await ensure(owner, sets.flat())
      await Promise.all(sets.map((tags) => store().links.updateOwned(owner, link.id, { tags })))
      expect(sets).toContainEqual(await tagsOf(link))
    })

    it('deleted links no longer count', async () => {
      const owner = await newOwner(store())
      const [link] = [await taggedLink(owner, ['a', 'b']), await taggedLink(owner, ['a'])]
      await store().links.deleteOwned(owner, link.id)
      const after = [
        ['a', 1],
        ['b', 0],
      ]
      expect(await counts(owner)).toEqual(after)
      await removeAll(store())
      expect(await counts(owner)).toEqual(after)
    })

    it('a tag gets another name and another color', async () => {
      const owner = await newOwner(store())
      const link = await taggedLink(owner, ['a', 'b'])
      const { id } = await named(owner, 'b')
      const update = (changes: object) => store().tags.updateOwned(owner, id, changes)
      expect(await update({})).toEqual({ id, name: 'b', color: 'gray', links: 1 })
      expect(await update({ color: 'pink' })).toEqual({ id, name: 'b', color: 'pink', links: 1 })
      expect(await update({ name: 'B', color: undefined })).toEqual({ id, name: 'B', color: 'pink', links: 1 })
      expect(await update({ name: 'new', color: 'red' })).toEqual({ id, name: 'new', color: 'red', links: 1 })
      expect(await store().links.findOwned(owner, link.id)).toEqual({ ...link, tags: ['a', 'new'] })
      expect(await ensure(owner, ['NEW', 'B'])).toEqual(['new', 'B'])
    })

    it('a tag with the name of another is merged into it', async () => {
      const owner = await newOwner(store())
      const links = [
        await taggedLink(owner, ['a', 'Kept', 'from']),
        await taggedLink(owner, ['from', 'b']),
        await taggedLink(owner, ['b']),
      ]
      const [kept, from] = [await named(owner, 'Kept'), await named(owner, 'from')]
      expect(await store().tags.updateOwned(owner, from.id, { name: 'KEPT' })).toEqual({ ...kept, links: 2 })
      expect(await Promise.all(links.map(tagsOf))).toEqual([['a', 'Kept'], ['Kept', 'b'], ['b']])
      expect(await store().tags.findOwned(owner, from.id)).toBeUndefined()
      const b = await named(owner, 'b')
      expect(await store().tags.updateOwned(owner, b.id, { name: 'kept', color: 'blue' })).toEqual({
        ...kept,
        links: 3,
      })
      expect(await counts(owner)).toEqual([
        ['a', 1],
        ['Kept', 3],
      ])
    })

    it('a deleted tag leaves its links', async () => {
      const owner = await newOwner(store())
      const link = await taggedLink(owner, ['a', 'b', 'c'])
      const { id } = await named(owner, 'b')
      expect(await store().tags.deleteOwned(owner, id)).toBe(true)
      expect(await store().tags.deleteOwned(owner, id)).toBe(false)
      expect(await store().tags.findOwned(owner, id)).toBeUndefined()
      expect(await store().links.findOwned(owner, link.id)).toEqual({ ...link, tags: ['a', 'c'] })
      await ensure(owner, ['new'])
      expect((await named(owner, 'new')).links).toBe(0)
    })

    it('a tag is found, changed and deleted by its owner only', async () => {
      const [owner, other] = [await newOwner(store()), await newOwner(store())]
      await taggedLink(owner, ['a'])
      await taggedLink(other, ['a', 'b'])
      const tag = await named(owner, 'a')
      for (const id of [tag.id, 'no id' as TagId, "' or 1=1" as TagId]) {
        expect(await store().tags.findOwned(other, id)).toBeUndefined()
        expect(await store().tags.updateOwned(other, id, { name: 'b' })).toBeUndefined()
        expect(await store().tags.deleteOwned(other, id)).toBe(false)
      }
      expect(await store().tags.list(owner)).toEqual([tag])
    })

    it('tags are deleted with their account', async () => {
      const owner = await newOwner(store())
      await taggedLink(owner, ['a'])
      const { id } = await named(owner, 'a')
      await store().users.delete(owner)
      await removeAll(store())
      expect(await store().tags.findOwned(owner, id)).toBeUndefined()
    })

    it.skipIf(!atomic)('links get tags that others merge or delete at the same time', async () => {
      const owner = await newOwner(store())
      await ensure(owner, ['a', 'b', 'c'])
      const [a, b] = [await named(owner, 'a'), await named(owner, 'b')]
      const insert = () =>
        done(
          store().atomic((inner) =>
            ResultAsync.fromSafePromise(ensure(owner, ['b', 'a', 'c'], 500, inner)).andThen((tags = []) =>
              inner.links.insert(aLink({ owner, tags })),
            ),
          ),
        )
      const changes = [
        () => store().tags.updateOwned(owner, a.id, { name: 'c' }),
        () => store().tags.deleteOwned(owner, b.id),
      ]
      const before = await Promise.all([insert(), insert(), insert()])
      const [links] = await Promise.all([Promise.all(times(6, insert)), Promise.all(changes.map((change) => change()))])
      for (const link of [...before, ...links]) {
        const tags = (await tagsOf(link)) ?? []
        expect(new Set(tags).size).toBe(tags.length)
        expect(tags).toContain('c')
      }
      const listed = await counts(owner)
      const all = await store().links.listAfter(owner, 100)
      for (const [name, links] of listed) expect(links).toBe(all.filter(({ tags }) => tags.includes(name)).length)
    })

    it('concurrent merges, updates and deletions of links leave no tag behind that does not exist', async () => {
      const owner = await newOwner(store())
      const links = await Promise.all(times(12, (n) => taggedLink(owner, [`${n % 4}`, 'x', 'y'])))
      const tags = await store().tags.list(owner)
      const [x, y] = [await named(owner, 'x'), await named(owner, 'y')]
      await Promise.all([
        store().tags.updateOwned(owner, x.id, { name: 'y' }),
        ...links.slice(0, 6).map(({ id }) => store().links.updateOwned(owner, id, { tags: ['y', '1'] })),
        ...links.slice(6, 9).map(({ id }) => store().links.deleteOwned(owner, id)),
        store().tags.updateOwned(owner, tags[0]?.id as TagId, { name: '1' }),
        removeAll(store()),
      ])
      const left = await store().links.listAfter(owner, 100)
      expect(left).toHaveLength(9)
      const names = (await store().tags.list(owner)).map(({ name }) => name)
      expect(names).toEqual(['1', '2', '3', 'y'])
      for (const { tags } of left) expect(names).toEqual(expect.arrayContaining([...tags]))
      expect(left.every(({ tags }) => tags.includes('y'))).toBe(true)
      expect((await store().tags.findOwned(owner, y.id))?.links).toBe(9)
    })
  })
