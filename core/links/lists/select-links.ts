import { newestFirst, type Position } from '../../kernel/cursor.ts'
import { fold } from '../../kernel/fold.ts'
import type { LinkOutline } from '../link.ts'
import { type LinkSort, linkStatus } from '../link-status.ts'
import type { LinksPage, OwnLinksFilter } from '../links.port.ts'

/** The fields that the orders of links compare. */
type Sorted = Position & Partial<Pick<LinkOutline, 'hitCount' | 'updatedAt'>>

const ORDERS: Readonly<Record<LinkSort, (a: Sorted, b: Sorted) => number>> = {
  NEWEST: () => 0,
  OLDEST: (a, b) => a.createdAt - b.createdAt,
  MOST_VISITED: (a, b) => (b.hitCount ?? 0) - (a.hitCount ?? 0),
  RECENTLY_UPDATED: (a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0),
}

/** The links after `after` that match the filter, in the order of `sort`: for stores that read all links of an owner for a list. */
export function selectLinks<T extends LinkOutline>(
  links: readonly T[],
  { after, sort = 'NEWEST', ...filter }: OwnLinksFilter & Pick<LinksPage, 'after' | 'sort'>,
): T[] {
  const order = (a: Sorted, b: Sorted) => ORDERS[sort](a, b) || newestFirst(a, b)
  return links
    .filter(isAskedFor(filter))
    .filter((link) => after === undefined || order(after, link) < 0)
    .sort(order)
}

/** Whether a link matches the filter. */
export function isAskedFor({
  search,
  tags = [],
  status,
  archived,
  hostname,
}: OwnLinksFilter): (link: LinkOutline) => boolean {
  const has = containing(search ?? '')
  const wanted = tags.map(fold)
  return (link) =>
    has(link) &&
    wanted.every((tag) => link.tags.some((name) => fold(name) === tag)) &&
    (status === undefined || linkStatus(link, status.at) === status.is) &&
    (archived === undefined || link.archived === archived) &&
    (hostname === undefined || link.hostname === hostname)
}

/** Whether a link has the text in slug, an alias, target or title. */
export function containing(search: string) {
  const folded = fold(search)
  return ({ slug, aliases, target, title }: LinkOutline) =>
    folded === '' || [slug, ...aliases, target, title ?? ''].some((text) => fold(text).includes(folded))
}

/** Whether a link has a target on one of the hosts. */
export function onTargetHost(hosts: readonly string[]) {
  const wanted = new Set(hosts.flatMap((host) => [fold(host), `${fold(host)}.`]))
  return ({ target }: Pick<LinkOutline, 'target'>) => wanted.has(/^https?:\/\/([^/?#:]*)/.exec(fold(target))?.[1] ?? '')
}
