import { type HostBlocks, type Instant, type LinkOutline, linkStatus } from '@shortlink/core'

/** The options and the state of a link as MCP and the command line show them; times are ISO 8601. */
export const shownOptions = (link: LinkOutline, now: Instant, blocklist?: HostBlocks) => ({
  status: linkStatus(link, now, blocklist),
  startsAt: isoOf(link.startsAt),
  expiresAt: isoOf(link.expiresAt),
  fallbackTarget: link.fallbackTarget,
  maxVisits: link.maxVisits,
  visitsLeft: link.visitsLeft,
  hasPassword: link.hasPassword,
  enabled: link.enabled,
  archived: link.archived,
  redirectStatus: link.redirectStatus,
  forwardQuery: link.forwardQuery,
  forwardPath: link.forwardPath,
  utm: link.utm,
  tags: [...link.tags],
  note: link.note,
  externalId: link.externalId,
  preview: link.preview,
  aliases: [...link.aliases],
  updatedAt: new Date(link.updatedAt).toISOString(),
})

export const isoOf = (at: Instant | null) => (at === null ? null : new Date(at).toISOString())
