import { canonicalJson } from '../idempotency/canonical-json.ts'
import type { Link } from './link.ts'

/** Length of a version: 132 bits of a SHA-256 in base64url. */
const LENGTH = 22

/**
 * Identifies the state of what the owner of a link can change. It stays the same when the link is visited, and moves with each change of
 * the link, its tags or its aliases. For optimistic concurrency, as an HTTP `ETag`.
 */
export function linkVersion(digest: (text: string) => string, link: Link): string {
  const { hitCount: _hits, visitsLeft: _left, disabled: _disabled, ...kept } = link
  return digest(canonicalJson(kept)).slice(0, LENGTH)
}
