import type { Instant } from '../../kernel/caller.ts'
import type { LinkExtras, ServedLink } from '../served/served-links.port.ts'
import { next } from './next.ts'
import type { ClosedReason } from './resolution.ts'
import type { VisitCounter } from './visit-limits.port.ts'

/** Returns why the link is closed, regardless of its number of visits; null if it is open. */
function closedBy({ enabled, startsAt, expiresAt }: LinkExtras, at: Instant): ClosedReason | null {
  if (!enabled) return 'DISABLED'
  if (startsAt !== null && at < startsAt) return 'SCHEDULED'
  return expiresAt !== null && at >= expiresAt ? 'EXPIRED' : null
}

/** Returns the same, but also checks the number of visits, without taking a visit. A promise if it has to query the store. */
export function closedNow(
  counter: VisitCounter,
  link: ServedLink,
  extras: LinkExtras,
  at: Instant,
): ClosedReason | null | Promise<ClosedReason | null> {
  const reason = closedBy(extras, at)
  if (reason !== null || extras.maxVisits === null) return reason
  return next(counter.hasLeft(link), (isLeft) => (isLeft ? null : 'USED_UP'))
}
