import { err, errAsync, ok, okAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { Link } from '../links/link.ts'
import type { Store } from '../ports.ts'
import { aHit, aLink, done, NOON, newLink, newOwner, times, unique } from './samples.ts'

/** Enough calls for everybody else's to get their turn in between, if they can get one. */
const A_WHILE = 20

export const atomicContract = (store: () => Pick<Store, 'atomic' | 'hits' | 'links' | 'users'>) =>
  describe('atomic', () => {
    const isThere = async ({ slug }: Link) => (await store().links.findBySlug('', slug)) !== undefined

    it('keeps everything on Ok and gives the value', async () => {
      const links = [aLink(), aLink()]
      const result = await store().atomic((store) => insertAll(store, links).map(() => 'kept'))
      expect(result._unsafeUnwrap()).toBe('kept')
      expect(await Promise.all(links.map(isThere))).toEqual([true, true])
    })

    it('sees its own work before it is finished', async () => {
      const link = aLink()
      await done(
        store().atomic((store) =>
          store.links
            .insert(link)
            .andThen(() =>
              ResultAsync.fromSafePromise(
                (async () => expect(await store.links.findBySlug('', link.slug)).toEqual(link))(),
              ),
            ),
        ),
      )
    })

    it('keeps nothing on Err and gives the error', async () => {
      const owner = await newOwner(store())
      const [before, link] = [await newLink(store(), { owner, title: 'before' }), aLink({ owner })]
      const result = await store().atomic((store) =>
        store.links
          .insert(link)
          .andThen(() => ResultAsync.fromSafePromise(store.links.updateOwned(owner, before.id, { title: 'after' })))
          .andThen(() => ResultAsync.fromSafePromise(store.hits.record([aHit(before.id, { country: 'IT' })])))
          .andThen(() => ResultAsync.fromSafePromise(store.users.delete(owner)))
          .andThen(() => errAsync({ type: 'undone' })),
      )
      expect(result._unsafeUnwrapErr()).toEqual({ type: 'undone' })
      expect(await isThere(link)).toBe(false)
      expect(await store().links.findOwned(owner, before.id)).toEqual(before)
      const { rules: _, ...outline } = before
      expect(await store().links.list(owner, { skip: 0, take: 10 })).toEqual({ items: [outline], totalCount: 1 })
      expect(await store().hits.countByCountry(before.id)).toEqual([])
      expect(await store().users.find(owner)).toBeDefined()
    })

    it('keeps nothing when the work throws or rejects, and throws on', async () => {
      const links = [aLink(), aLink()] as const
      const rejecting = store().atomic((store) =>
        store.links.insert(links[0]).andThen(() => {
          throw new Error('a bug')
        }),
      )
      await expect(rejecting).rejects.toThrow('a bug')
      const throwing = store().atomic((): ResultAsync<never, never> => {
        throw new Error('a bug at once')
      })
      await expect(throwing).rejects.toThrow('a bug at once')
      const failing = store().atomic((store) =>
        store.links.insert(links[1]).andThen(() => ResultAsync.fromSafePromise(Promise.reject(new Error('down')))),
      )
      await expect(failing).rejects.toThrow('down')
      expect(await Promise.all(links.map(isThere))).toEqual([false, false])
      await done(store().links.insert(links[0]))
    })

    it('goes on after a slug was taken', async () => {
      const taken = await newLink(store())
      const link = aLink()
      await done(
        store().atomic((store) =>
          store.links.insert(aLink({ slug: taken.slug })).orElse(() => store.links.insert(link)),
        ),
      )
      expect(await isThere(link)).toBe(true)
    })

    it('undoes in a nested one its own part alone', async () => {
      const owner = await newOwner(store())
      const [first, undone, last] = [aLink({ owner }), aLink({ owner }), aLink({ owner })]
      await done(
        store().atomic((store) =>
          store.links
            .insert(first)
            .andThen(() =>
              store.atomic((store) =>
                store.links
                  .insert(undone)
                  .andThen(() => ResultAsync.fromSafePromise(store.links.deleteOwned(owner, first.id)))
                  .andThen(() => err('undone' as const)),
              ),
            )
            .orElse((error) => (error === 'undone' ? okAsync(undefined) : errAsync(error)))
            .andThen(() => store.atomic((store) => store.links.insert(last))),
        ),
      )
      expect(await Promise.all([first, undone, last].map(isThere))).toEqual([true, false, true])
    })

    it('undoes a nested one that was kept, when the outer is undone', async () => {
      const [inner, innermost] = [aLink(), aLink()]
      await store().atomic((store) =>
        store
          .atomic((store) =>
            store.links.insert(inner).andThen(() => store.atomic((store) => store.links.insert(innermost))),
          )
          .andThen(() => errAsync('undone')),
      )
      expect(await Promise.all([inner, innermost].map(isThere))).toEqual([false, false])
    })

    it('undoes a nested one that throws, and the outer goes on when that is caught', async () => {
      const [undone, kept] = [aLink(), aLink()]
      await done(
        store().atomic((store) =>
          ResultAsync.fromPromise(
            done(
              store.atomic((store) =>
                store.links.insert(undone).andThen(() => {
                  throw new Error('a bug')
                }),
              ),
            ),
            () => 'caught',
          ).orElse(() => store.links.insert(kept)),
        ),
      )
      expect(await Promise.all([undone, kept].map(isThere))).toEqual([false, true])
    })

    it('does not sweep a neighbour away when it rolls back', async () => {
      const [undone, neighbour, nested] = [aLink(), aLink(), aLink()]
      const inserted = Promise.withResolvers<void>()
      const rolledBack = store().atomic((store) =>
        store.links
          .insert(undone)
          .andTee(() => inserted.resolve())
          .andThen(() => idle(store))
          .andThen(() => errAsync('undone')),
      )
      await inserted.promise
      const neighbours = [store().links.insert(neighbour), store().atomic((store) => store.links.insert(nested))]
      expect((await rolledBack).isErr()).toBe(true)
      for (const result of await Promise.all(neighbours)) expect(result.isOk()).toBe(true)
      expect(await Promise.all([undone, neighbour, nested].map(isThere))).toEqual([false, true, true])
    })

    it('shows nobody outside what is unfinished', async () => {
      const owner = await newOwner(store())
      const [unfinished, before] = [aLink({ owner }), await newLink(store(), { owner, title: 'before' })]
      const inserted = Promise.withResolvers<void>()
      const rolledBack = store().atomic((store) =>
        store.links
          .insert(unfinished)
          .andThen(() => ResultAsync.fromSafePromise(store.links.updateOwned(owner, before.id, { title: 'after' })))
          .andTee(() => inserted.resolve())
          .andThen(() => idle(store))
          .andThen(() => errAsync('undone')),
      )
      await inserted.promise
      const reads = Promise.all([
        store().links.findBySlug('', unfinished.slug),
        store().links.findOwned(owner, before.id),
        store().links.list(owner, { skip: 0, take: 10 }),
        store().atomic((store) => ResultAsync.fromSafePromise(store.links.findOwned(owner, before.id))),
      ])
      await rolledBack
      const { rules: _, ...outline } = before
      expect(await reads).toEqual([undefined, before, { items: [outline], totalCount: 1 }, ok(before)])
    })

    it('gives what is undone to whoever waited for it', async () => {
      const slug = unique()
      const inserted = Promise.withResolvers<void>()
      const undone = store().atomic((store) =>
        store.links
          .insert(aLink({ slug }))
          .andTee(() => inserted.resolve())
          .andThen(() => idle(store))
          .andThen(() => errAsync('undone')),
      )
      await inserted.promise
      const waiting = store().links.insert(aLink({ slug }))
      await undone
      expect((await waiting).isOk()).toBe(true)
    })

    it('ends fifty at once, beside calls from outside', async () => {
      const owner = await newOwner(store())
      const links = times(50, () => aLink({ owner }))
      const atomics = links.map((link, n) =>
        store().atomic((store) =>
          store.links
            .insert(link)
            .andThen(() => ResultAsync.fromSafePromise(store.hits.record([aHit(link.id, { at: NOON + n })])))
            .andThen(() => (n % 2 ? ok(n) : err(n))),
        ),
      )
      const outside = links.map((link) => store().links.findBySlug('', link.slug))
      const results = await Promise.all(atomics)
      await Promise.all(outside)
      expect(results.filter((result) => result.isOk())).toHaveLength(25)
      const { items, totalCount } = await store().links.list(owner, { skip: 0, take: 50 })
      expect(totalCount).toBe(25)
      expect(new Set(items.map((link) => link.hitCount))).toEqual(new Set([1]))
    })

    it('settles two that want the same slugs in opposite order', async () => {
      const [one, two] = [unique(), unique()]
      const wanting = (slugs: string[]) =>
        store().atomic((store) =>
          insertAll(
            store,
            slugs.map((slug) => aLink({ slug })),
          ),
        )
      const results = await Promise.all([wanting([one, two]), wanting([two, one])])
      expect(results.filter((result) => result.isOk())).toHaveLength(1)
    })
  })

const insertAll = (store: Store, links: readonly Link[]): ResultAsync<unknown, { type: 'slug-taken' }> =>
  links.reduce<ResultAsync<unknown, { type: 'slug-taken' }>>(
    (before, link) => before.andThen(() => store.links.insert(link)),
    okAsync(undefined),
  )

const idle = (store: Store) =>
  ResultAsync.fromSafePromise(
    (async () => {
      for (let n = 0; n < A_WHILE; n++) await store.links.findBySlug('', 'nothing')
    })(),
  )
