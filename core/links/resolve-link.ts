import type { HitRecorder } from '../hits/hits.port.ts'
import type { Clock } from '../ports.ts'
import type { ServedLink, ServedLinks } from './served-links.port.ts'

/** Who follows a link, as far as the request tells. */
export interface Visitor {
  readonly ip: string
  readonly userAgent: string | null
  readonly referrer: string | null
  readonly acceptLanguage: string | null
  /** The query string without `?`; may be empty. */
  readonly query: string
  /** False for HEAD requests and prefetches: they are sent on but leave no hit. */
  readonly counts: boolean
}

/** Where to send the visitor: an address for a `Location` header, or why there is none. */
export type Resolution = string | typeof UNKNOWN_SLUG | typeof INVALID_TARGET
export const UNKNOWN_SLUG = Symbol('unknown slug')
export const INVALID_TARGET = Symbol('invalid target')

/** What following a link needs of the world. */
export interface RedirectPorts {
  readonly servedLinks: ServedLinks
  readonly hitRecorder: HitRecorder
  readonly clock: Clock
}

/** Follows a link: synchronous when it is warm. Records the hit on the way, when the link is tracked. */
export function resolveLink(
  ports: RedirectPorts,
  host: string,
  slug: string,
  visitor: Visitor,
): Resolution | Promise<Resolution> {
  const found = ports.servedLinks.find(host, slug)
  return found instanceof Promise ? found.then((link) => follow(ports, link, visitor)) : follow(ports, found, visitor)
}

function follow({ hitRecorder, clock }: RedirectPorts, link: ServedLink | undefined, visitor: Visitor): Resolution {
  if (link === undefined) return UNKNOWN_SLUG
  if (link.location === null) return INVALID_TARGET
  if (link.enableTracking && visitor.counts) {
    const { ip, userAgent, referrer } = visitor
    hitRecorder.record({
      link: link.id,
      at: clock.now(),
      ip,
      userAgent,
      referrer,
      rule: null,
      redirectedTo: link.target,
    })
  }
  return link.location
}
