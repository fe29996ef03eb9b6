import type { ChangedName, EventLink, LinkClicked, LinkCreated, LinkDeleted, LinkUpdated } from '../events.ts'
import type { Hit } from '../hits/hit.ts'
import type { Instant } from '../kernel/caller.ts'
import type { EventId, UserId } from '../kernel/ids.ts'
import type { Link } from './link.ts'

/** The events of new links; none for anonymous links, which have no owner. */
export const linksCreated = (links: readonly Link[]): LinkCreated[] =>
  links.flatMap((link) =>
    link.owner === null
      ? []
      : [{ type: 'link.created', id: asEvent(link.id), owner: link.owner, at: link.createdAt, link: eventLink(link) }],
  )

/** The event of a change by the link's owner. It has a separate id, since a link changes more than once. Empty without an owner. */
export const linkUpdated = (id: EventId, link: Link, changed: readonly ChangedName[]): LinkUpdated[] =>
  link.owner === null
    ? []
    : [{ type: 'link.updated', id, owner: link.owner, at: link.updatedAt, link: eventLink(link), changed }]

/** The event of a link's deletion. It has a separate id, since the creation event uses the link's id. Empty without an owner. */
export const linkDeleted = (id: EventId, link: Link, at: Instant): LinkDeleted[] =>
  link.owner === null ? [] : [{ type: 'link.deleted', id, owner: link.owner, at, link: eventLink(link) }]

/** The event of a recorded visit. */
export const linkClicked = (link: EventLink & { readonly owner: UserId }, hit: Hit): LinkClicked => ({
  type: 'link.clicked',
  id: asEvent(hit.id),
  owner: link.owner,
  at: hit.at,
  link: eventLink(link),
  click: {
    id: hit.id,
    country: hit.country,
    device: hit.device,
    browser: hit.browser?.name ?? null,
    os: hit.os?.name ?? null,
    referrer: hit.referrer,
    bot: hit.bot,
    createdAt: hit.at,
  },
})

/** A record is created once, so its id identifies that event too, on every replica and in every replay. */
const asEvent = (id: string) => id as EventId

const eventLink = ({
  id,
  hostname,
  slug,
  target,
  title,
  tags = [],
  externalId = null,
  createdAt,
}: EventLink): EventLink => ({
  id,
  hostname,
  slug,
  target,
  title,
  tags,
  externalId,
  createdAt,
})
