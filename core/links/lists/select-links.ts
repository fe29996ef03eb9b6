import { newestFirst, type Position } from '../../kernel/cursor.ts'
import { fold } from '../../kernel/fold.ts'
import { hasRules, type LinkOutline } from '../link.ts'
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
  withoutTags = [],
  createdFrom = -Infinity,
  createdTo = Infinity,
  ...has
}: OwnLinksFilter): (link: LinkOutline) => boolean {
  const matches = containing(search ?? '')
  const wanted = tags.map(fold)
  const unwanted = new Set(withoutTags.map(fold))
  return (link) =>
    matches(link) &&
    wanted.every((tag) => link.tags.some((name) => fold(name) === tag)) &&
    (status === undefined || linkStatus(link, status.at) === status.is) &&
    (archived === undefined || link.archived === archived) &&
    (hostname === undefined || link.hostname === hostname) &&
    !link.tags.some((name) => unwanted.has(fold(name))) &&
    link.createdAt >= createdFrom &&
    link.createdAt < createdTo &&
    isAs(has.hasRules, hasRules(link)) &&
    isAs(has.hasPassword, link.hasPassword) &&
    isAs(has.hasLimit, link.maxVisits !== null) &&
    isAs(has.hasCampaign, link.utm !== null)
}

/** Whether a property is as wanted; anything is without a wish. */
const isAs = (wanted: boolean | undefined, actual: boolean) => wanted === undefined || wanted === actual

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
