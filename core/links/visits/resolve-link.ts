import type { LinkExtras, ServedLink, ServedLinks } from '../served/served-links.port.ts'
import type { Visitor } from '../visitor.ts'
import { closedNow } from './admission.ts'
import { isForwardable } from './forwarding.ts'
import { hasNotrack } from './is-recorded.ts'
import { type Resolution, UNKNOWN_SLUG } from './resolution.ts'
import type { UnknownVisitCounter } from './unknown-visits.port.ts'
import { type VisitPorts, type VisitRequest, visitLink } from './visit-link.ts'
import { visitPlainLink } from './visit-plain-link.ts'

/** The ports that redirects need. */
export interface RedirectPorts extends VisitPorts {
  readonly servedLinks: ServedLinks
  readonly unknownVisitCounter: UnknownVisitCounter
}

/** A request with a slug and nothing else, as most are. */
const NOTHING_MORE: VisitRequest = { path: '', password: undefined, isCall: false }

/**
 * Resolves a link for a visitor, and records the hit of a tracked link. Synchronous if all that decides is in memory.
 * @example
 * ```ts
 * import { resolveLink, type Visitor } from '@shortlink/core'
 * import { openShortlink } from '@shortlink/hosts'
 *
 * const { ports } = await openShortlink({ DATA_DIR: './data', BASE_URL: 'https://sho.rt' })
 *
 * async function locationOf(slug: string, visitor: Visitor) {
 *   const resolution = await resolveLink(ports, 'sho.rt', slug, visitor)
 *   return resolution.kind === 'redirect' ? resolution.location : undefined
 * }
 * ```
 */
export function resolveLink(
  ports: RedirectPorts,
  host: string,
  slug: string,
  visitor: Visitor,
  request?: Partial<VisitRequest>,
): Resolution | Promise<Resolution> {
  const found = ports.servedLinks.find(host, slug)
  return found instanceof Promise
    ? found.then((link) => resolveFound(ports, link, host, slug, visitor, request))
    : resolveFound(ports, found, host, slug, visitor, request)
}

function resolveFound(
  ports: RedirectPorts,
  link: ServedLink | undefined,
  host: string,
  slug: string,
  visitor: Visitor,
  request: Partial<VisitRequest> | undefined,
): Resolution | Promise<Resolution> {
  if (link !== undefined) return follow(ports, link, visitor, request)
  if (isPersonsVisit(ports, visitor, request)) ports.unknownVisitCounter.count(host, slug)
  return UNKNOWN_SLUG
}

/** Whether a person requested the slug alone: scanners request folders, and API calls are no visits. */
const isPersonsVisit = ({ visitors }: RedirectPorts, visitor: Visitor, request: Partial<VisitRequest> | undefined) =>
  visitor.counts &&
  !request?.isCall &&
  !request?.path &&
  !hasNotrack(visitor.query) &&
  !visitors.agent(visitor.userAgent).bot

function follow(
  ports: RedirectPorts,
  link: ServedLink,
  visitor: Visitor,
  given: Partial<VisitRequest> | undefined,
): Resolution | Promise<Resolution> {
  const { extras } = link
  if (given?.path && !takesPath(extras, given.path)) return UNKNOWN_SLUG
  if (extras === null) return visitPlainLink(ports, link, visitor)
  return visitLink(ports, { link, extras, visitor, request: { ...NOTHING_MORE, ...given } })
}

const takesPath = (extras: LinkExtras | null, path: string) => extras?.forwardPath === true && isForwardable(path)

/** The link at this URL if a visitor needs a password for it, with this path after the slug. */
export async function findLinkWithPassword(
  { servedLinks, visitCounter, clock }: Pick<RedirectPorts, 'servedLinks' | 'visitCounter' | 'clock'>,
  host: string,
  slug: string,
  path = '',
): Promise<ServedLink | undefined> {
  const link = await servedLinks.find(host, slug)
  if (!link?.extras?.hasPassword || link.disabled) return undefined
  if (path !== '' && !takesPath(link.extras, path)) return undefined
  return (await closedNow(visitCounter, link, link.extras, clock.now())) === null ? link : undefined
}

/** Whether the link with this slug forwards paths. */
export async function forwardsPaths(
  { servedLinks }: Pick<RedirectPorts, 'servedLinks'>,
  host: string,
  slug: string,
): Promise<boolean> {
  const link = await servedLinks.find(host, slug)
  return link?.extras?.forwardPath === true
}
