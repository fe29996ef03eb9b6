import { errAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it, vi } from 'vitest'
import { type Link, namespaceOf } from '../../links/link.ts'
import type { LinkChange } from '../../links/served/link-feed.port.ts'
import type { Store } from '../../ports.ts'
import type { Capabilities } from '../capabilities.ts'
import { aHit, aLink, done, newLink, newOwner, times, unique } from '../samples.ts'

/** A change may be reported twice, with others in between. It must be reported before the writer's call resolves. */
export const linkFeedContract = (
  store: () => Pick<Store, 'atomic' | 'hits' | 'linkFeed' | 'links' | 'users'>,
  { atomic = true }: Partial<Capabilities> = {},
) =>
  describe('link feed', () => {
    const countReports = () => {
      const changes: LinkChange[] = []
      store().linkFeed.subscribe((change) => changes.push(change))
      return (link: Link) => changes.filter((change) => isOf(change, link)).length
    }

    it('live() becomes true', async () => {
      await vi.waitFor(() => expect(store().linkFeed.live()).toBe(true), { timeout: 60_000 })
    })

    it('an inserted link is reported before the insert resolves', async () => {
      const timesReported = countReports()
      const links = [aLink(), aLink({ hostname: `${unique()}.example` })]
      for (const link of links) {
        expect(timesReported(link)).toBe(0)
        expect(
          (
            await store()
              .links.insert(link)
              .map(() => timesReported(link))
          )._unsafeUnwrap(),
        ).toBeGreaterThan(0)
      }
    })

    it('links inserted at once are reported before the call resolves', async () => {
      const links = [aLink(), aLink({ hostname: `${unique()}.example` })]
      const timesReported = countReports()
      const reported = await store()
        .links.insertMany(links)
        .then(() => links.map(timesReported))
      expect(reported.every((times) => times > 0)).toBe(true)
    })

    it('a subscription that has ended gets no change, and others go on', async () => {
      const timesReported = countReports()
      const changes: LinkChange[] = []
      const end = store().linkFeed.subscribe((change) => changes.push(change))
      end()
      const link = aLink()
      await store().links.insert(link)
      expect(timesReported(link)).toBeGreaterThan(0)
      expect(changes).toEqual([])
    })

    it('a changed and a deleted link are reported', async () => {
      const owner = await newOwner(store())
      const [changed, deleted] = [await newLink(store(), { owner }), await newLink(store(), { owner })]
      const timesReported = countReports()
      await store().links.updateOwned(owner, changed.id, { target: 'https://example.org/' })
      expect(timesReported(changed)).toBeGreaterThan(0)
      await store().links.deleteOwned(owner, deleted.id)
      expect(timesReported(deleted)).toBeGreaterThan(0)
    })

    it('the links of a deleted account are reported', async () => {
      const owner = await newOwner(store())
      const links = [await newLink(store(), { owner }), await newLink(store(), { owner })]
      const timesReported = countReports()
      await store().users.delete(owner)
      for (const link of links) expect(timesReported(link)).toBeGreaterThan(0)
    })

    it.skipIf(!atomic)(
      'changes of a transaction, nested or not, are reported after its work and before it resolves',
      async () => {
        const timesReported = countReports()
        const [link, nested] = [aLink(), aLink()]
        const reportedInside = await done(
          store().atomic((store) =>
            store.links
              .insert(link)
              .andThen(() => store.atomic((store) => store.links.insert(nested)))
              .map(() => timesReported(link) + timesReported(nested)),
          ),
        )
        expect(reportedInside).toBe(0)
        expect(timesReported(link)).toBeGreaterThan(0)
        expect(timesReported(nested)).toBeGreaterThan(0)
      },
    )

    it.skipIf(!atomic)('changes of an undone transaction are not reported', async () => {
      const timesReported = countReports()
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
      expect(timesReported(marker)).toBeGreaterThan(0)
      expect([undone, thrown, partly].map(timesReported)).toEqual([0, 0, 0])
    })

    it('hits are not reported', async () => {
      const link = await newLink(store())
      const timesReported = countReports()
      for (const hit of times(20, () => aHit(link.id))) await store().hits.record([hit])
      const marker = await newLink(store())
      expect(timesReported(marker)).toBeGreaterThan(0)
      // The insertion may be reported once more, late.
      expect(timesReported(link)).toBeLessThanOrEqual(1)
    })
  })

/** True if the change names the link. */
const isOf = (change: LinkChange, link: Link) =>
  change !== 'everything' && 'slug' in change && change.slug === link.slug && change.namespace === namespaceOf(link)
