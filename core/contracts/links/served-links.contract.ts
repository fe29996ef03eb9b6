import { describe, expect, it, vi } from 'vitest'
import type { Link } from '../../links/link.ts'
import { SERVED_FIELDS } from '../../links/served/served-fields.ts'
import type { ServedLinks } from '../../links/served/served-links.port.ts'
import { withUtm } from '../../links/served/with-utm.ts'
import type { Store } from '../../ports.ts'
import { aDomain, done, NOON, newLink, newOwner, unique } from '../samples.ts'
import { CHANGES, newOwnedLink, type OwnedLink } from './served-changes.ts'

export interface ServedLinksFixture {
  readonly servedLinks: ServedLinks
  /** A host of the service itself. */
  readonly ownHost: string
  /** The store that the links are changed through; it may be another server's. */
  readonly store: Pick<Store, 'links' | 'users' | 'domains'>
}

/** Links as visitors get them, including during changes. `setUp` is called once per test. */
export const servedLinksContract = (setUp: () => ServedLinksFixture | Promise<ServedLinksFixture>) =>
  describe('served links', () => {
    const byDomain = async ({ store }: ServedLinksFixture) => {
      const owner = await newOwner(store)
      const domain = await done(store.domains.insert(aDomain(owner)))
      await done(store.domains.verify(owner, domain.id, NOON))
      return domain
    }

    it('a link is served on the service’s own host, and again from then on', async () => {
      const { servedLinks, store, ownHost } = await setUp()
      const { id, slug, target } = await newLink(store)
      for (const _ of [1, 2]) {
        expect(await servedLinks.find(ownHost, slug)).toMatchObject({ id, slug, target, location: target, rules: null })
      }
    })

    it('an unknown slug is not served, until a link takes it', async () => {
      const { servedLinks, store, ownHost } = await setUp()
      const slug = unique()
      expect(await servedLinks.find(ownHost, slug)).toBeUndefined()
      const { id } = await newLink(store, { slug })
      await vi.waitFor(async () => expect(await servedLinks.find(ownHost, slug)).toMatchObject({ id }), SOON)
    })

    it('a verified domain serves the links of its owner there, and no others', async () => {
      const fixture = await setUp()
      const { servedLinks, store, ownHost } = fixture
      const { owner, hostname } = await byDomain(fixture)
      const link = await newLink(store, { owner, hostname })
      const other = await newLink(store, { owner: await newOwner(store), hostname })
      const own = await newLink(store)
      for (const host of [hostname, hostname.toUpperCase(), `${hostname}:8080`])
        expect(await servedLinks.find(host, link.slug)).toMatchObject({ id: link.id })
      expect(await servedLinks.find(ownHost, link.slug)).toBeUndefined()
      for (const { slug } of [other, own]) expect(await servedLinks.find(hostname, slug)).toBeUndefined()
    })

    it('a host that is neither the service’s nor a verified domain serves nothing', async () => {
      const { servedLinks, store } = await setUp()
      const owner = await newOwner(store)
      const claimed = await done(store.domains.insert(aDomain(owner)))
      const { slug } = await newLink(store)
      const there = await newLink(store, { owner, hostname: claimed.hostname })
      expect(await servedLinks.find(`${unique()}.example`, slug)).toBeUndefined()
      expect(await servedLinks.find(claimed.hostname, there.slug)).toBeUndefined()
    })

    it('a slug is compared byte for byte', async () => {
      const { servedLinks, store, ownHost } = await setUp()
      const slug = `Aa-${unique()}`
      await newLink(store, { slug })
      for (const other of [slug.toLowerCase(), slug.toUpperCase(), `${slug} `, `/${slug}`, ''])
        expect(await servedLinks.find(ownHost, other)).toBeUndefined()
    })

    it.each(SERVED_FIELDS)('a change of the field %s is served within a second', async (field) => {
      const fixture = await setUp()
      const { servedLinks, store, ownHost } = fixture
      const domain = await byDomain(fixture)
      const hostOf = (link: Link) => (link.hostname === '' ? ownHost : domain.hostname)
      const find = (link: Link) => servedLinks.find(hostOf(link), link.slug)
      const before = await newOwnedLink(store, { owner: domain.owner })
      await vi.waitFor(async () => expect(await find(before)).toMatchObject({ id: before.id }), SOON)
      const after = await CHANGES[field](store, before, domain.hostname)
      await vi.waitFor(async () => expect(await find(after)).toMatchObject(servedFormOf(after)), SOON)
      if (after.id !== before.id) await vi.waitFor(async () => expect(await find(before)).toBeUndefined(), SOON)
    })

    it('the addresses that an account ignores reach each of its links within a second', async () => {
      const { servedLinks, store, ownHost } = await setUp()
      const links = [await newOwnedLink(store)]
      const [{ owner }] = links as [OwnedLink]
      links.push(await newOwnedLink(store, { owner }))
      const isIgnored = async ({ slug }: Link) => {
        const link = await servedLinks.find(ownHost, slug)
        return link?.isIgnored?.([0, 0, 0, 0, 0, 0xffff, 0xc000, 0x0201])
      }
      const is = (expected: boolean | undefined) =>
        vi.waitFor(async () => expect(await Promise.all(links.map(isIgnored))).toEqual([expected, expected]), SOON)
      await is(undefined)
      await store.users.setIgnoredAddresses(owner, ['192.0.2.0/24'])
      await is(true)
      await store.users.setIgnoredAddresses(owner, ['192.0.3.0/24'])
      await is(false)
    })

    it('a link is served under its alias, as it is within a second of each change, until the alias is gone', async () => {
      const { servedLinks, store, ownHost } = await setUp()
      const { owner, id, slug } = await newOwnedLink(store)
      const alias = unique()
      const find = () => servedLinks.find(ownHost, alias)
      const isServed = (expected: object) => vi.waitFor(async () => expect(await find()).toMatchObject(expected), SOON)
      const isGone = () => vi.waitFor(async () => expect(await find()).toBeUndefined(), SOON)
      const add = () => done(store.links.addAlias(owner, id, { slug: alias, at: NOON, max: 10 }))

      expect(await find()).toBeUndefined()
      await add()
      await isServed({ id, slug, target: 'https://example.com/' })
      expect(await servedLinks.find(ownHost, slug)).toMatchObject({ id, slug })
      await store.links.updateOwned(owner, id, { target: 'https://example.org/changed' })
      await isServed({ id, slug, target: 'https://example.org/changed' })
      await store.links.setDisabled('', slug, NOON)
      await isServed({ id, disabled: true })
      await store.links.setDisabled('', slug, null)
      await isServed({ id, disabled: false })
      await store.links.removeAlias(owner, id, { slug: alias, at: NOON })
      await isGone()
      await add()
      await isServed({ id })
      await store.links.deleteOwned(owner, id)
      await isGone()
    })

    it('a deleted link is no longer served within a second', async () => {
      const { servedLinks, store, ownHost } = await setUp()
      const link = await newOwnedLink(store)
      await vi.waitFor(async () => expect(await servedLinks.find(ownHost, link.slug)).toBeDefined(), SOON)
      await store.links.deleteOwned(link.owner, link.id)
      await vi.waitFor(async () => expect(await servedLinks.find(ownHost, link.slug)).toBeUndefined(), SOON)
    })
  })

/** The port promises a second; a busy machine gets more. */
const SOON = { timeout: 60_000, interval: 20 }

function servedFormOf(link: Link) {
  const { id, slug, hostname, enableTracking, disabled, rules } = link
  const target = withUtm(link.target, link.utm)
  const compiled = rules.map(({ target }, index) => expect.objectContaining({ index, target }))
  return {
    ...{ id, slug, hostname, target, enableTracking, disabled },
    location: disabled ? null : target,
    rules: disabled || compiled.length === 0 ? null : compiled,
  }
}
