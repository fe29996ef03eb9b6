import type { Instant } from '../kernel/caller.ts'
import { blocksUrl, type HostBlocks, NO_BLOCKS } from '../kernel/target-hosts.ts'
import type { Link } from './link.ts'

/**
 * Whether visitors are admitted to a link, or the reason why not. Among several reasons the first in the order of {@link linkStatus}
 * counts.
 */
export const LINK_STATUSES = ['ACTIVE', 'SCHEDULED', 'EXPIRED', 'USED_UP', 'DISABLED', 'BLOCKED'] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]

export const LINK_SORTS = ['NEWEST', 'OLDEST', 'MOST_VISITED', 'RECENTLY_UPDATED'] as const
export type LinkSort = (typeof LINK_SORTS)[number]

/** The status of a link at the instant; a link whose target is on a blocked host is `BLOCKED`. */
export function linkStatus(
  link: Pick<Link, 'target' | 'disabled' | 'enabled' | 'startsAt' | 'expiresAt' | 'visitsLeft'>,
  at: Instant,
  blocklist: HostBlocks = NO_BLOCKS,
): LinkStatus {
  if (link.disabled || blocksUrl(blocklist, link.target)) return 'BLOCKED'
  if (!link.enabled) return 'DISABLED'
  if (link.startsAt !== null && at < link.startsAt) return 'SCHEDULED'
  if (link.expiresAt !== null && at >= link.expiresAt) return 'EXPIRED'
  return link.visitsLeft === 0 ? 'USED_UP' : 'ACTIVE'
}
