import type { UserId } from '../../kernel/ids.ts'
import { type Link, namespaceOf } from '../../links/link.ts'
import type { LinkChanges } from '../../links/links.port.ts'
import type { ServedField } from '../../links/served/served-fields.ts'
import type { Store } from '../../ports.ts'
import { aLink, done, NOON, newLink, newOwner, unique } from '../samples.ts'

const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null }

export type OwnedLink = Link & { readonly owner: UserId }

export async function newOwnedLink(
  store: Pick<Store, 'links' | 'users'>,
  given: { readonly owner?: UserId } = {},
): Promise<OwnedLink> {
  const owner = given.owner ?? (await newOwner(store))
  return { ...(await newLink(store, { owner })), owner }
}

type Change = (store: Pick<Store, 'links'>, link: OwnedLink, hostname?: string) => Promise<Link>

/** Changes each field of a stored link and returns the link afterwards. `hostname` is the new host of a moved link. */
export const CHANGES: Record<ServedField, Change> = {
  target: (store, link) => update(store, link, { target: 'https://example.org/changed' }),
  enableTracking: (store, link) => update(store, link, { enableTracking: !link.enableTracking }),
  rules: (store, link) =>
    update(store, link, { rules: [{ type: 'device', value: 'mobile', target: 'https://m.example.org/' }] }),
  startsAt: (store, link) => update(store, link, { startsAt: NOON }),
  expiresAt: (store, link) => update(store, link, { expiresAt: NOON }),
  fallbackTarget: (store, link) => update(store, link, { fallbackTarget: 'https://example.org/closed' }),
  maxVisits: (store, link) => update(store, link, { maxVisits: 5 }),
  hasPassword: (store, link) => update(store, link, { passwordHash: 'a hash' }),
  enabled: (store, link) => update(store, link, { enabled: false }),
  redirectStatus: (store, link) => update(store, link, { redirectStatus: 301 }),
  forwardQuery: (store, link) => update(store, link, { forwardQuery: true }),
  forwardPath: (store, link) => update(store, link, { forwardPath: true }),
  utm: (store, link) => update(store, link, { utm: { ...NO_UTM, source: 'letter' } }),
  preview: (store, link) => update(store, link, { preview: { title: 'Seen', description: null, image: null } }),
  disabled: async (store, link) => expectLink(await store.links.setDisabled(namespaceOf(link), link.slug, NOON)),
  slug: (store, link) => move(store, link, { slug: unique() }),
  hostname: (store, link, hostname = `${unique()}.example`) => move(store, link, { hostname }),
}

const update = async ({ links }: Pick<Store, 'links'>, { owner, id }: OwnedLink, changes: LinkChanges) =>
  expectLink((await links.updateOwned(owner, id, changes))?.after)

/** A link keeps its hostname and slug for life, so moving one means deleting it and inserting another. */
async function move({ links }: Pick<Store, 'links'>, link: OwnedLink, address: Partial<Link>) {
  expectLink(await links.deleteOwned(link.owner, link.id))
  return done(links.insert(aLink({ owner: link.owner, ...address })))
}

function expectLink(link: Link | undefined): Link {
  if (link === undefined) throw new Error('The store has no such link')
  return link
}
