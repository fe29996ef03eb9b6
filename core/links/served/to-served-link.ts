import { type IpBlock, inBlocks, parseBlock } from '../../kernel/ip-blocks.ts'
import type { Steps } from '../../kernel/steps.ts'
import { toLocation } from '../../kernel/web-url.ts'
import { compileInSteps, type MalformedRule } from '../rules/compile-rules.ts'
import type { ServableLink } from './served-fields.ts'
import type { LinkExtras, ServedLink } from './served-links.port.ts'
import { withUtm } from './with-utm.ts'

/** Prepares a stored link for visitors; the cache keeps the result. Reports and skips malformed stored rules. */
export function* toServedLink(
  link: ServableLink,
  onMalformedRule?: (malformed: MalformedRule) => void,
): Steps<ServedLink> {
  const target = withUtm(link.target, link.utm)
  return {
    id: link.id,
    hostname: link.hostname,
    slug: link.slug,
    target,
    enableTracking: link.enableTracking,
    disabled: link.disabled,
    location: link.disabled ? null : toLocation(target),
    rules: link.disabled ? null : yield* compileInSteps(rulesOf(link), onMalformedRule),
    hitCount: link.hitCount,
    isIgnored: ignoring(link),
    extras: extrasOf(link),
  }
}

/** The rules with the campaign parameters that the link adds to every target. */
const rulesOf = ({ rules, utm }: ServableLink) =>
  utm === null
    ? rules
    : rules.map((rule) => (typeof rule?.target === 'string' ? { ...rule, target: withUtm(rule.target, utm) } : rule))

/** A stored address that cannot be read, such as one from a later version, ignores nothing. */
const ignoring = ({ ignoredAddresses }: ServableLink) =>
  ignoredAddresses === undefined
    ? null
    : inBlocks(ignoredAddresses.map(parseBlock).filter((block): block is IpBlock => block !== undefined))

/** Null for a link that always redirects with status 302 to its target or a rule's target. */
function extrasOf(link: ServableLink): LinkExtras | null {
  const { startsAt, expiresAt, maxVisits, hasPassword, enabled, redirectStatus, forwardQuery, forwardPath, preview } =
    link
  const isClosable = startsAt !== null || expiresAt !== null || maxVisits !== null || !enabled
  const isPlain = redirectStatus === 302 && !forwardQuery && !forwardPath && preview === null
  if (!isClosable && !hasPassword && isPlain) return null
  const fallback = link.fallbackTarget === null ? null : toLocation(link.fallbackTarget)
  return {
    startsAt,
    expiresAt,
    maxVisits,
    hasPassword,
    enabled,
    redirectStatus,
    forwardQuery,
    forwardPath,
    preview,
    fallback,
  }
}
