import type { Steps } from '../kernel/steps.ts'
import { toLocation } from '../kernel/web-url.ts'
import type { Link } from './link.ts'
import { compileInSteps, type MalformedRule } from './rules/compile-rules.ts'
import type { ServedLink } from './served-links.port.ts'

/**
 * Prepares a stored link for visitors, once for as long as it stays warm. Rules that storage holds malformed are reported and left out.
 */
export function* toServedLink(link: Link, onMalformedRule?: (malformed: MalformedRule) => void): Steps<ServedLink> {
  return {
    id: link.id,
    hostname: link.hostname,
    slug: link.slug,
    target: link.target,
    enableTracking: link.enableTracking,
    disabled: link.disabled,
    location: link.disabled ? null : toLocation(link.target),
    rules: link.disabled ? null : yield* compileInSteps(link.rules, onMalformedRule),
    hitCount: link.hitCount,
  }
}
