import type { Steps } from '../kernel/steps.ts'
import { toLocation } from '../kernel/web-url.ts'
import { compileInSteps, type MalformedRule } from './rules/compile-rules.ts'
import type { ServableLink } from './served-fields.ts'
import type { ServedLink } from './served-links.port.ts'

/**
 * Prepares a stored link for visitors, once for as long as it stays cached. Malformed stored rules are reported and left out.
 */
export function* toServedLink(
  link: ServableLink,
  onMalformedRule?: (malformed: MalformedRule) => void,
): Steps<ServedLink> {
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
