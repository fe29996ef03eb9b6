import { toLocation } from '../kernel/web-url.ts'
import type { Link } from './link.ts'
import { compileRules, type MalformedRule } from './rules/compile-rules.ts'
import type { ServedLink } from './served-links.port.ts'

/** Prepares a stored link for visitors, once for as long as it stays warm. Rules that storage holds malformed are reported and left out. */
export const toServedLink = (link: Link, onMalformedRule?: (malformed: MalformedRule) => void): ServedLink => ({
  id: link.id,
  hostname: link.hostname,
  slug: link.slug,
  target: link.target,
  enableTracking: link.enableTracking,
  location: toLocation(link.target),
  rules: compileRules(link.rules, onMalformedRule),
  hitCount: link.hitCount,
})
