import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserId } from '../kernel/ids.ts'
import { type Link, namespaceOf } from '../links/link.ts'
import type { LinkChange } from '../links/link-feed.port.ts'
import type { LinkChanges } from '../links/links.port.ts'
import { SERVED_FIELDS, type ServedField } from '../links/served-fields.ts'
import type { Store } from '../ports.ts'
import { aLink, done, NOON, newLink, newOwner, unique } from './samples.ts'

type OwnedLink = Link & { readonly owner: UserId }
type Writer = Pick<Store, 'links' | 'users'>
type Reader = Pick<Store, 'links' | 'linkFeed'>

/**
 * Each change of a link that visitors can notice is announced by the store it was made through and, within a second, by every other
 * store on the database. Where servers cannot share a database, `reader` returns the writer.
 */
export const servedChangesContract = (writer: () => Writer, reader: () => Reader) =>
  describe('changes of served links', () => {
    beforeEach(() => vi.waitFor(() => expect(reader().linkFeed.live()).toBe(true), SOON))

    it.each(SERVED_FIELDS)('a change of the field %s is announced to every store on the database', async (field) => {
      const before = await newOwnedLink(writer())
      const announced = await listen(reader(), writer())
      const after = await CHANGES[field](writer(), before)
      expect(after[field]).not.toEqual(before[field])
      for (const link of [before, after]) await vi.waitFor(() => expect(announced(link)).toBe(true), SOON)
      expect(await reader().links.findBySlug(namespaceOf(after), after.slug)).toEqual(after)
    })
  })

/** The port promises a second; a busy machine gets more. */
const SOON = { timeout: 5_000, interval: 20 }

async function newOwnedLink(store: Writer, given: Partial<Link> = {}): Promise<OwnedLink> {
  const owner = await newOwner(store)
  return { ...(await newLink(store, { ...given, owner })), owner }
}

/** How each field of a stored link changes, and the link afterwards. */
const CHANGES: Record<ServedField, (store: Pick<Store, 'links'>, link: OwnedLink) => Promise<Link>> = {
  target: (store, link) => update(store, link, { target: 'https://example.org/changed' }),
  enableTracking: (store, link) => update(store, link, { enableTracking: !link.enableTracking }),
  rules: (store, link) =>
    update(store, link, { rules: [{ type: 'percent', value: '100', target: 'https://example.org/' }] }),
  disabled: async (store, link) => expectLink(await store.links.setDisabled(namespaceOf(link), link.slug, NOON)),
  slug: (store, link) => move(store, link, { slug: unique() }),
  hostname: (store, link) => move(store, link, { hostname: `${unique()}.example` }),
}

const update = async ({ links }: Pick<Store, 'links'>, { owner, id }: OwnedLink, changes: LinkChanges) =>
  expectLink(await links.updateOwned(owner, id, changes))

/** A link keeps its address for life, so moving one means deleting it and inserting another. */
async function move({ links }: Pick<Store, 'links'>, link: OwnedLink, address: Partial<Link>) {
  expectLink(await links.deleteOwned(link.owner, link.id))
  return done(links.insert(aLink({ owner: link.owner, ...address })))
}

function expectLink(link: Link | undefined): Link {
  if (link === undefined) throw new Error('The store has no such link')
  return link
}

/** Returns whether a change of a link was announced since this call; changes made earlier have been announced when it resolves. */
async function listen({ linkFeed }: Reader, writer: Writer) {
  const changes: LinkChange[] = []
  linkFeed.subscribe((change) => changes.push(change))
  const isAnnounced = (link: Link) => changes.some((change) => concerns(change, link))
  const marker = await newLink(writer)
  await vi.waitFor(() => expect(isAnnounced(marker)).toBe(true), SOON)
  changes.length = 0
  return isAnnounced
}

/** True if a listener must drop what it has cached of the link. */
const concerns = (change: LinkChange, link: Link) =>
  change === 'everything' || ('slug' in change && change.slug === link.slug && change.namespace === namespaceOf(link))
