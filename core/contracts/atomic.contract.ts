import { err, errAsync, ok, okAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { type Link, outlineOf } from '../links/link.ts'
import type { Store } from '../ports.ts'
import { aHit, aLink, done, NOON, newLink, newOwner, times, unique } from './samples.ts'

/** Reads that a transaction makes while it waits: enough for concurrent calls to run in between, if they can. */
const IDLE_READS = 20

export const atomicContract = (store: () => Pick<Store, 'atomic' | 'hits' | 'links' | 'users'>) =>
  describe('atomic', () => {
    const isThere = async ({ slug }: Link) => (await store().links.findBySlug('', slug)) !== undefined

    it('all writes are kept on Ok, and the value is returned', async () => {
      const links = [aLink(), aLink()]
      const result = await store().atomic((store) => insertAll(store, links).map(() => 'kept'))
      expect(result._unsafeUnwrap()).toBe('kept')
      expect(await Promise.all(links.map(isThere))).toEqual([true, true])
    })

    it('a transaction reads its own writes', async () => {
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

    it('no write is kept on Err, and the error is returned', async () => {
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
      const outline = outlineOf(before)
      expect(await store().links.list(owner, { skip: 0, take: 10 })).toEqual([outline])
      expect(await store().hits.countByCountry(before.id)).toEqual([])
      expect(await store().users.find(owner)).toBeDefined()
    })

    it('no write is kept when the work throws or rejects, and the error is rethrown', async () => {
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

    it('a transaction continues after an insert lost to a taken slug', async () => {
      const taken = await newLink(store())
      const link = aLink()
      await done(
        store().atomic((store) =>
          store.links.insert(aLink({ slug: taken.slug })).orElse(() => store.links.insert(link)),
        ),
      )
      expect(await isThere(link)).toBe(true)
    })

    it('a transaction that is undone keeps none of many links inserted at once', async () => {
      const links = times(3, () => aLink())
      const seenInside = await store().atomic((store) =>
        ResultAsync.fromSafePromise(store.links.insertMany(links)).andThen(({ size }) => errAsync(size)),
      )
      expect(seenInside._unsafeUnwrapErr()).toBe(3)
      expect(await Promise.all(links.map(isThere))).toEqual([false, false, false])
    })

    it('a nested transaction that ends in Err undoes its own writes only', async () => {
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

    it('writes of a nested transaction are undone with the outer one', async () => {
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

    it('a nested transaction that throws is undone, and the outer one continues when the error is caught', async () => {
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

    it('a rollback undoes no concurrent write of others', async () => {
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

    it('writes of an unfinished transaction are not visible outside it', async () => {
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
      const outline = outlineOf(before)
      expect(await reads).toEqual([undefined, before, [outline], ok(before)])
    })

    it('a slug that an undone transaction held goes to the writer that waited for it', async () => {
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

    it('fifty concurrent transactions end, beside calls outside of them', async () => {
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
      const items = await store().links.list(owner, { skip: 0, take: 50 })
      expect(await store().links.count(owner)).toBe(25)
      expect(new Set(items.map((link) => link.hitCount))).toEqual(new Set([1]))
    })

    it('of two transactions that insert the same slugs in opposite order, one is kept', async () => {
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
      for (let n = 0; n < IDLE_READS; n++) await store.links.findBySlug('', 'nothing')
    })(),
  )
