import { closeBlocked } from '@shortlink/core/adapter'
import type { Blocklist, ServedLink } from '@shortlink/core/ports'

/** Closes links to blocked hosts, and opens them once their hosts are unblocked, without reading them again. */
export function linkCloser(blocklist: Pick<Blocklist, 'blocks'>): (link: ServedLink) => ServedLink {
  /** The links as stored, by their closed forms. */
  const originals = new WeakMap<ServedLink, ServedLink>()
  return (link) => {
    const original = originals.get(link) ?? link
    // Visits are counted on the form that is served.
    original.hitCount = link.hitCount
    const closed = closeBlocked(original, blocklist)
    if (closed !== original) originals.set(closed, original)
    return closed
  }
}
