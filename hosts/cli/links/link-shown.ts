import type { LinkOutline, LinkStatus, Rule } from '@shortlink/core'
import { shownOptions } from '../../shown-options.ts'
import { counted, isoOf, pageNote, toColumns } from '../table/columns.ts'
import type { AnyHost, Shown } from '../table/row.ts'

/** Says that a link of no account cannot be changed, which the option would have given it. */
export const unownedNote = (option: string) =>
  `An anonymous link has no owner and cannot be changed later; ${option} gives it one`

/** The main fields of a link. */
export const toShown = ({ shortUrl }: Pick<AnyHost, 'shortUrl'>, link: LinkOutline) => ({
  id: link.id,
  slug: link.slug,
  shortUrl: shortUrl(link),
  target: link.target,
  title: link.title,
  hitCount: link.hitCount,
  createdAt: isoOf(link.createdAt),
})

/** The same with its options. Servers say the status themselves. */
export function toWhole(host: AnyHost, link: LinkOutline & { readonly status?: LinkStatus }) {
  const { status, ...options } = shownOptions(link, host.remote ? 0 : host.ports.clock.now())
  return {
    ...toShown(host, link),
    status: link.status ?? status,
    enableTracking: link.enableTracking,
    ...options,
  }
}

type ShownLink = ReturnType<typeof toWhole>

/** What people read of a status. `disabled` is what `link disable` does. */
const STATES: Readonly<Record<LinkStatus, string>> = {
  ACTIVE: '',
  SCHEDULED: 'scheduled',
  EXPIRED: 'expired',
  USED_UP: 'used up',
  DISABLED: 'not enabled',
  BLOCKED: 'disabled',
}

/** The states of a link, such as `expired, archived`; empty for one that is open. */
const stateOf = ({ status, archived }: ShownLink): string =>
  [STATES[status], archived ? 'archived' : ''].filter(Boolean).join(', ')

/** What a link does now, after it was changed. */
export const changedLine = ({ status, shortUrl, target }: ShownLink): string =>
  STATES[status] === '' ? `${shortUrl} leads to ${target} now` : `${shortUrl} is ${STATES[status]} now`

interface ListedLink extends ShownLink {
  readonly disabled?: boolean
  /** E-mail address of the owner, null for an anonymous link; absent where all links have one owner. */
  readonly owner?: string | null
}

/** A page of links for programs and for people. */
export function showLinks(items: readonly ListedLink[], totalCount: number, skip: number | undefined): Shown {
  const hasOwners = items.some(({ owner }) => owner !== undefined)
  const hasTags = items.some(({ tags }) => tags.length > 0)
  return {
    json: { items, totalCount },
    lines: toColumns(
      ['SHORT URL', 'TARGET', 'HITS', ...(hasOwners ? ['OWNER'] : []), ...(hasTags ? ['TAGS'] : []), 'STATE'],
      items.map((link) => [
        ...[link.shortUrl, link.target, counted(link.hitCount, 'hit')],
        ...(hasOwners ? [link.owner ?? 'anonymous'] : []),
        ...(hasTags ? [link.tags.join(', ')] : []),
        stateOf(link),
      ]),
    ),
    notes: pageNote(items.length, totalCount, skip),
  }
}

/** One link with all that it has, for programs and for people, who read what differs from a plain link. */
export const showLink = (link: ListedLink & { readonly rules: readonly Rule[] }): Shown => ({
  json: link,
  lines: toColumns(
    ['', ''],
    detailsOf(link).filter(([, value]) => value !== ''),
  ),
})

const detailsOf = (link: Parameters<typeof showLink>[0]): [string, string][] => [
  ['Short URL', link.shortUrl],
  ['Aliases', link.aliases.join(', ')],
  ['Target', link.target],
  ...link.rules.map(({ type, value, target }, index): [string, string] => [
    `Rule ${index + 1}`,
    `${type} ${value}: ${target}`,
  ]),
  ['State', stateOf(link) || 'open'],
  ['Starts', textOf(link.startsAt)],
  ['Expires', textOf(link.expiresAt)],
  ['Visits left', link.maxVisits === null ? '' : `${link.visitsLeft} of ${link.maxVisits}`],
  ['Password', link.hasPassword ? 'yes' : ''],
  ['Fallback', textOf(link.fallbackTarget)],
  ['Redirect', String(link.redirectStatus)],
  ['Forwards', [link.forwardQuery ? 'query' : '', link.forwardPath ? 'path' : ''].filter(Boolean).join(', ')],
  ['UTM', membersOf(link.utm)],
  ['Preview', membersOf(link.preview)],
  ['Title', textOf(link.title)],
  ['Tags', link.tags.join(', ')],
  ['Note', textOf(link.note)],
  ['Tracking', link.enableTracking ? '' : 'off'],
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
