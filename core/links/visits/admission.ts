import type { Instant } from '../../kernel/caller.ts'
import type { LinkExtras, ServedLink } from '../served-links.port.ts'
import type { VisitCounter } from '../visit-limits.port.ts'
import { next } from './next.ts'
import type { ClosedReason } from './resolution.ts'

/** Why the link is closed, apart from its number of visits; null if it is open. */
function closedBy({ enabled, startsAt, expiresAt }: LinkExtras, at: Instant): ClosedReason | null {
  if (!enabled) return 'DISABLED'
  if (startsAt !== null && at < startsAt) return 'SCHEDULED'
  return expiresAt !== null && at >= expiresAt ? 'EXPIRED' : null
}

/** The same with the number of visits, of which none is taken. A promise if the store has to be asked. */
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
