import { LINK_OPTIONS, type LinkOutline, type LinkStatus, OPTION_NAMES, type Rule } from '@shortlink/core'
import { shownOptions } from '../../kit/shown-options.ts'
import { counted, isoOf, pageNote, toColumns } from '../table/columns.ts'
import type { AnyHost, Shown } from '../table/row.ts'

/** Returns a note that an anonymous link cannot be changed, with the option that sets an owner. */
export const unownedNote = (option: string) =>
  `An anonymous link has no owner and cannot be changed later; ${option} sets one`

/** Returns the main fields of a link. */
export const toShown = ({ shortUrl }: Pick<AnyHost, 'shortUrl'>, link: LinkOutline) => ({
  id: link.id,
  slug: link.slug,
  shortUrl: shortUrl(link),
  target: link.target,
  title: link.title,
  hitCount: link.hitCount,
  createdAt: isoOf(link.createdAt),
})

/** Returns the same with the options. Servers return the status themselves. */
export function toWhole(host: AnyHost, link: LinkOutline & { readonly status?: LinkStatus }) {
  const { status, ...options } = host.remote
    ? shownOptions(link, 0)
    : shownOptions(link, host.ports.clock.now(), host.ports.blocklist)
  return {
    ...toShown(host, link),
    status: link.status ?? status,
    enableTracking: link.enableTracking,
    ...options,
  }
}

type ShownLink = ReturnType<typeof toWhole>

/** Names of statuses for people. `disabled` is the effect of `link disable`. */
const STATES: Readonly<Record<LinkStatus, string>> = {
  ACTIVE: '',
  SCHEDULED: 'scheduled',
  EXPIRED: 'expired',
  USED_UP: 'limit reached',
  DISABLED: 'not enabled',
  BLOCKED: 'disabled',
}

/** Returns the states of a link, such as `expired, archived`; empty for an open one. */
const stateOf = ({ status, archived }: ShownLink): string =>
  [STATES[status], archived ? 'archived' : ''].filter(Boolean).join(', ')

/** Returns a line about the behavior of a link after a change. */
export const changedLine = ({ status, shortUrl, target }: ShownLink): string =>
  STATES[status] === '' ? `${shortUrl} redirects to ${target}` : `${shortUrl} is ${STATES[status]}`

interface ListedLink extends ShownLink {
  readonly disabled?: boolean
  /** Email address of the owner, null for an anonymous link; absent if all links have one owner. */
  readonly owner?: string | null
}

/** Shows a page of links for programs and for people. */
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

/** Shows one link with all its fields, for programs and for people, who see only differences from a plain link. */
export const showLink = (link: ListedLink & { readonly rules: readonly Rule[] }): Shown => ({
  json: link,
  lines: toColumns(
    ['', ''],
    detailsOf(link).filter(([, value]) => value !== ''),
  ),
})

/** The options that {@link detailsOf} shows under their own names. */
const OTHER_OPTIONS = OPTION_NAMES.filter((name) => LINK_OPTIONS[name].kind === 'text' && name !== 'fallbackTarget')

/** `External id` for `externalId`. */
const titleOf = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

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
  ...OTHER_OPTIONS.map((name): [string, string] => [titleOf(name), String(link[name] ?? '')]),
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
