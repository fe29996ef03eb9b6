import { describe, expect, it } from 'vitest'
import type { TagId, UserId } from '../../kernel/ids.ts'
import type { Link } from '../../links/link.ts'
import { LINK_SORTS, LINK_STATUSES } from '../../links/link-status.ts'
import type { LinksPage, OwnLinksFilter } from '../../links/links.port.ts'
import { selectLinks } from '../../links/lists/select-links.ts'
import type { Store } from '../../ports.ts'
import { aHit, aLink, NOON, newLink, newOwner, times } from '../samples.ts'

const HOSTNAME = 'go.example.com'
/** Each link differs from the others in the filtered fields. Several have equal sort values. */
const LINKS: readonly Partial<Link>[] = [
  { createdAt: NOON },
  { createdAt: NOON, hitCount: 7, tags: ['a'] },
  { createdAt: NOON + 1, hitCount: 7, tags: ['b', 'a'], updatedAt: NOON + 9 },
  { createdAt: NOON + 2, tags: ['b', 'Ärger'], archived: true, updatedAt: NOON + 9 },
  { createdAt: NOON + 3, startsAt: NOON + 1 },
  { createdAt: NOON + 3, startsAt: NOON, expiresAt: NOON + 1, hitCount: 1 },
  { createdAt: NOON + 4, expiresAt: NOON, title: 'ended', tags: ['a'] },
  { createdAt: NOON + 5, startsAt: NOON + 5, expiresAt: NOON + 6, enabled: false },
  { createdAt: NOON + 6, maxVisits: 1, hostname: HOSTNAME },
  { createdAt: NOON + 7, maxVisits: 1, expiresAt: NOON, archived: true },
  { createdAt: NOON + 8, maxVisits: 5, hostname: HOSTNAME, hitCount: 3, updatedAt: NOON + 20 },
  { createdAt: NOON + 9, enabled: false, maxVisits: 1 },
  { createdAt: NOON + 10, rules: [{ type: 'os', value: 'ios', target: 'https://example.com/"rules":[]}' }] },
  { createdAt: NOON + 11, rules: [{ type: 'os', value: 'ios', target: 'https://example.com/ios' }], enabled: false },
  { createdAt: NOON + 12, utm: { source: 'mail', medium: null, campaign: null, term: null, content: null } },
]

const FILTERS: readonly OwnLinksFilter[] = [
  {},
  ...LINK_STATUSES.map((is) => ({ status: { is, at: NOON } })),
  ...LINK_STATUSES.map((is) => ({ status: { is, at: NOON + 1 }, archived: false })),
  ...[['a'], ['A', 'b'], ['ÄRGER'], ['missing'], ['a', 'missing'], ['a', 'A']].map((tags) => ({ tags })),
  { archived: true },
  { archived: false },
  { hostname: HOSTNAME },
  { hostname: '' },
  ...[['a'], ['A', 'b'], ['missing']].map((withoutTags) => ({ withoutTags })),
  { tags: ['a'], withoutTags: ['b'] },
  { createdFrom: NOON + 2 },
  { createdTo: NOON + 2 },
  { createdFrom: NOON + 2, createdTo: NOON + 4, archived: false },
  ...[true, false].flatMap((has) => [{ hasRules: has }, { hasPassword: has }, { hasLimit: has }, { hasCampaign: has }]),
  { hasRules: true, hasLimit: false, hasPassword: false, hasCampaign: false, archived: false },
  { tags: ['b'], archived: false, hostname: '', status: { is: 'ACTIVE', at: NOON } },
]

/** Filtered and sorted lists of an owner's links, compared with core's functions. */
export const linkFiltersContract = (store: () => Pick<Store, 'hits' | 'links' | 'tags' | 'users' | 'visitLimits'>) =>
  describe('filters and orders of lists', () => {
    async function setUp() {
      const [owner, other] = [await newOwner(store()), await newOwner(store())]
      for (const account of [owner, other]) {
        const names = ['a', 'b', 'Ärger'].map((name) => ({ id: crypto.randomUUID() as TagId, name }))
        await store().tags.ensure(account, names, 500)
      }
      await newLink(store(), { owner: other, tags: ['a', 'b'] })
      for (const given of LINKS) {
        const link = await newLink(store(), { owner, ...given })
        if (given.maxVisits === 1) await store().visitLimits.take(link.id, 1)
        if (given.hitCount === 3) await store().hits.record(times(2, () => aHit(link.id)))
      }
      await store().links.insert({ ...aLink({ owner, createdAt: NOON + 13 }), passwordHash: 'hash', hasPassword: true })
      const blocked = await newLink(store(), { owner, createdAt: NOON + 14, enabled: false })
      await store().links.setDisabled('', blocked.slug, NOON)
      return { owner, all: await store().links.list(owner, { skip: 0, take: 100 }) }
    }
    const list = (owner: UserId, page: Partial<LinksPage>) => store().links.list(owner, { skip: 0, take: 100, ...page })

    it('each status, tag, archive and hostname finds its links, and counts them', async () => {
      const { owner, all } = await setUp()
      expect(all).toHaveLength(LINKS.length + 2)
      expect(all.filter(({ hasRules }) => hasRules)).toHaveLength(2)
      for (const filter of FILTERS) {
        const expected = selectLinks(all, filter)
        expect(await list(owner, filter), JSON.stringify(filter)).toEqual(expected)
        expect(await list(owner, { ...filter, take: 3 }), JSON.stringify(filter)).toEqual(expected.slice(0, 3))
        expect(await store().links.count(owner, filter), JSON.stringify(filter)).toBe(expected.length)
      }
    })

    it.each(LINK_SORTS)('a list in the order %s continues after each of its links', async (sort) => {
      const { owner, all } = await setUp()
      for (const filter of [{}, { archived: false }, { tags: ['a'] }]) {
        const expected = selectLinks(all, { sort, ...filter })
        expect(await list(owner, { sort, ...filter })).toEqual(expected)
        expect(await list(owner, { sort, ...filter, skip: 2, take: 2 })).toEqual(expected.slice(2, 4))
        for (const [index, after] of expected.entries())
          expect(await list(owner, { sort, ...filter, after })).toEqual(expected.slice(index + 1))
      }
    })
  })
