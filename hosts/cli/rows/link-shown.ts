import type { Instant, Link, LinkOutline, LinkStatus } from '@shortlink/core'
import { shownOptions } from '../../shown-options.ts'
import { counted, isoOf, pageNote, toColumns } from '../table/columns.ts'
import type { Host, Shown } from '../table/row.ts'

/** Says that a link of no account cannot be changed. */
export const UNOWNED = 'An anonymous link has no owner and cannot be changed later; --user gives it one'

/** What is shown of a link, whether it comes from the database or from a server. */
export interface ShownLink {
  readonly id: string
  readonly slug: string
  readonly shortUrl: string
  readonly target: string
  readonly title: string | null
  readonly hitCount: number
  readonly createdAt: string | null
}

/** What else is shown of a link, but for its rules. */
export interface ShownOptions extends ReturnType<typeof shownOptions> {
  readonly enableTracking: boolean
}

/** What is shown of a link of the database. */
export const toShown = (
  host: { shortUrl(link: Pick<Link, 'hostname' | 'slug'>): string },
  link: Link | LinkOutline,
): ShownLink => ({
  id: link.id,
  slug: link.slug,
  shortUrl: host.shortUrl(link),
  target: link.target,
  title: link.title,
  hitCount: link.hitCount,
  createdAt: isoOf(link.createdAt),
})

/** The same with its options. */
export const toWhole = (
  host: Pick<Host, 'shortUrl' | 'ports'>,
  link: Link | LinkOutline,
): ShownLink & ShownOptions => ({
  ...toShown(host, link),
  ...toOptions(link, host.ports.clock.now()),
})

function toOptions(link: Link | LinkOutline, now: Instant): ShownOptions {
  const { status, ...options } = shownOptions(link, now)
  return { status, enableTracking: link.enableTracking, ...options }
}

/** What people read of a status. `disabled` is what `link disable` does. */
const STATES: Readonly<Record<LinkStatus, string>> = {
  ACTIVE: '',
  SCHEDULED: 'scheduled',
  EXPIRED: 'expired',
  USED_UP: 'used up',
  DISABLED: 'not enabled',
  BLOCKED: 'disabled',
}

/** The states of a link, such as `expired, archived`; empty for one that is open. Servers of the version before name none. */
const stateOf = ({ status = 'ACTIVE', archived }: Partial<ShownOptions>): string =>
  [STATES[status], archived ? 'archived' : ''].filter(Boolean).join(', ')

/** What a link does now, after it was changed. */
export function changedLine(link: ShownLink & Partial<ShownOptions>): string {
  const closed = link.status === undefined ? '' : STATES[link.status]
  return closed === '' ? `${link.shortUrl} leads to ${link.target} now` : `${link.shortUrl} is ${closed} now`
}

interface ListedLink extends ShownLink, Partial<ShownOptions> {
  readonly disabled?: boolean
  /** E-mail address of the owner, null for an anonymous link; absent where all links have one owner. */
  readonly owner?: string | null
}

/** A page of links for programs and for people. */
export function showLinks(
  items: readonly ListedLink[],
  { totalCount, skip }: { readonly totalCount: number; readonly skip: number | undefined },
): Shown {
  const hasOwners = items.some(({ owner }) => owner !== undefined)
  const hasTags = items.some(({ tags = [] }) => tags.length > 0)
  return {
    json: { items, totalCount },
    lines: toColumns(
      ['SHORT URL', 'TARGET', 'HITS', ...(hasOwners ? ['OWNER'] : []), ...(hasTags ? ['TAGS'] : []), 'STATE'],
      items.map((link) => [
        ...[link.shortUrl, link.target, counted(link.hitCount, 'hit')],
        ...(hasOwners ? [link.owner ?? 'anonymous'] : []),
        ...(hasTags ? [(link.tags ?? []).join(', ')] : []),
        stateOf(link),
      ]),
    ),
    notes: pageNote(items.length, totalCount, skip),
  }
}

/** One link with all that it has, for programs and for people, who read what differs from a plain link. */
export const showLink = (link: ListedLink & { readonly rules: readonly ShownRule[] }): Shown => ({
  json: link,
  lines: toColumns(
    ['', ''],
    detailsOf(link).filter(([, value]) => value !== ''),
  ),
})

interface ShownRule {
  readonly type: string
  readonly value: string
  readonly target: string
}

const detailsOf = (link: Parameters<typeof showLink>[0]): [string, string][] => [
  ['Short URL', link.shortUrl],
  ['Aliases', (link.aliases ?? []).join(', ')],
  ['Target', link.target],
  ...link.rules.map(({ type, value, target }, index): [string, string] => [
    `Rule ${index + 1}`,
    `${type} ${value}: ${target}`,
  ]),
  ['State', stateOf(link) || 'open'],
  ['Starts', textOf(link.startsAt)],
  ['Expires', textOf(link.expiresAt)],
  ['Visits left', link.maxVisits == null ? '' : `${link.visitsLeft} of ${link.maxVisits}`],
  ['Password', link.hasPassword ? 'yes' : ''],
  ['Fallback', textOf(link.fallbackTarget)],
  ['Redirect', link.redirectStatus === undefined ? '' : String(link.redirectStatus)],
  ['Forwards', [link.forwardQuery ? 'query' : '', link.forwardPath ? 'path' : ''].filter(Boolean).join(', ')],
  ['UTM', membersOf(link.utm)],
  ['Preview', membersOf(link.preview)],
  ['Title', textOf(link.title)],
  ['Tags', (link.tags ?? []).join(', ')],
  ['Note', textOf(link.note)],
  ['Tracking', link.enableTracking === false ? 'off' : ''],
  ['Visits', String(link.hitCount)],
  ['Owner', link.owner === null ? 'anonymous' : textOf(link.owner)],
  ['Created', textOf(link.createdAt)],
  ['Changed', textOf(link.updatedAt)],
  ['Id', link.id],
]

const textOf = (value: string | null | undefined) => value ?? ''

const membersOf = (members: object | null | undefined) =>
  Object.entries(members ?? {})
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
