import { errAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it, vi } from 'vitest'
import { type Link, namespaceOf } from '../links/link.ts'
import type { LinkChange } from '../links/link-feed.port.ts'
import type { Store } from '../ports.ts'
import type { Capabilities } from './capabilities.ts'
import { aHit, aLink, done, newLink, newOwner, times, unique } from './samples.ts'

/** News may come twice, and others' come in between: what matters is that a listener hears of the link before the writer is answered. */
export const linkFeedContract = (
  store: () => Pick<Store, 'atomic' | 'hits' | 'linkFeed' | 'links' | 'users'>,
  { atomic = true }: Partial<Capabilities> = {},
) =>
  describe('link feed', () => {
    const listen = () => {
      const heard: LinkChange[] = []
      store().linkFeed.subscribe((news) => heard.push(news))
      return (link: Link) => heard.filter((news) => isOf(news, link)).length
    }

    it('is live, if not at every moment', async () => {
      await vi.waitFor(() => expect(store().linkFeed.live()).toBe(true))
    })

    it('tells of an inserted link before the writer is answered', async () => {
      const timesHeard = listen()
      const links = [aLink(), aLink({ hostname: `${unique()}.example` })]
      for (const link of links) {
        expect(timesHeard(link)).toBe(0)
        expect(
          (
            await store()
              .links.insert(link)
              .map(() => timesHeard(link))
          )._unsafeUnwrap(),
        ).toBeGreaterThan(0)
      }
    })

    it('tells of a changed and of a deleted link', async () => {
      const owner = await newOwner(store())
      const [changed, deleted] = [await newLink(store(), { owner }), await newLink(store(), { owner })]
      const timesHeard = listen()
      await store().links.updateOwned(owner, changed.id, { target: 'https://example.org/' })
      expect(timesHeard(changed)).toBeGreaterThan(0)
      await store().links.deleteOwned(owner, deleted.id)
      expect(timesHeard(deleted)).toBeGreaterThan(0)
    })

    it('tells of the links of a deleted account', async () => {
      const owner = await newOwner(store())
      const links = [await newLink(store(), { owner }), await newLink(store(), { owner })]
      const timesHeard = listen()
      await store().users.delete(owner)
      for (const link of links) expect(timesHeard(link)).toBeGreaterThan(0)
    })

    it.skipIf(!atomic)(
      'tells of atomic work when it is done, nested or not, before its writer is answered',
      async () => {
        const timesHeard = listen()
        const [link, nested] = [aLink(), aLink()]
        const heardInside = await done(
          store().atomic((store) =>
            store.links
              .insert(link)
              .andThen(() => store.atomic((store) => store.links.insert(nested)))
              .map(() => timesHeard(link) + timesHeard(nested)),
          ),
        )
        expect(heardInside).toBe(0)
        expect(timesHeard(link)).toBeGreaterThan(0)
        expect(timesHeard(nested)).toBeGreaterThan(0)
      },
    )

    it.skipIf(!atomic)('does not tell of work that was undone', async () => {
      const timesHeard = listen()
      const [undone, thrown, partly, marker] = [aLink(), aLink(), aLink(), aLink()]
      await store().atomic((store) => store.links.insert(undone).andThen(() => errAsync('undone')))
      const throwing = store().atomic((store) =>
        store.links.insert(thrown).andThen(() => ResultAsync.fromSafePromise(Promise.reject(new Error('a bug')))),
      )
      await expect(throwing).rejects.toThrow('a bug')
      await done(
        store().atomic((store) =>
          store
            .atomic((store) => store.links.insert(partly).andThen(() => errAsync('undone')))
            .orElse(() => store.links.insert(marker)),
        ),
      )
      expect(timesHeard(marker)).toBeGreaterThan(0)
      expect([undone, thrown, partly].map(timesHeard)).toEqual([0, 0, 0])
    })

    it('does not tell of hits', async () => {
      const link = await newLink(store())
      const timesHeard = listen()
      for (const hit of times(20, () => aHit(link.id))) await store().hits.record([hit])
      const marker = await newLink(store())
      expect(timesHeard(marker)).toBeGreaterThan(0)
      // News of the insertion may come once more, late.
      expect(timesHeard(link)).toBeLessThanOrEqual(1)
    })
  })

/** True if the news makes a listener drop what it knows of the link. */
const isOf = (news: LinkChange, link: Link) =>
  news !== 'everything' && 'slug' in news && news.slug === link.slug && news.namespace === namespaceOf(link)
