import { blocksUrl, type HostBlocks } from '../../kernel/target-hosts.ts'
import type { ServedLink } from './served-links.port.ts'

/**
 * The link for visitors while hosts are blocked: disabled if its target is on one, otherwise without rules and a fallback that lead to one.
 * Returns the link itself if nothing is blocked.
 */
export function closeBlocked(link: ServedLink, blocklist: HostBlocks): ServedLink {
  if (link.disabled) return link
  if (blocksUrl(blocklist, link.target)) return { ...link, disabled: true, location: null, rules: null }
  const rules = link.rules?.filter(({ target }) => !blocksUrl(blocklist, target)) ?? null
  const fallback = link.extras?.fallback ?? null
  const isFallbackOpen = fallback === null || !blocksUrl(blocklist, fallback)
  if (rules?.length === link.rules?.length && isFallbackOpen) return link
  return {
    ...link,
    rules: rules?.length ? rules : null,
    extras: link.extras && { ...link.extras, fallback: isFallbackOpen ? fallback : null },
  }
}
