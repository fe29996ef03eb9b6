import type { HitRecorder, Visitors } from '../hits/hits.port.ts'
import type { Clock } from '../ports.ts'
import type { CompiledRule, CompiledRules } from './rules/compile-rules.ts'
import { pickRule } from './rules/evaluate-rules.ts'
import { VisitFacts } from './rules/visit-facts.ts'
import type { ServedLink, ServedLinks } from './served-links.port.ts'
import type { Visitor } from './visitor.ts'

/** The URL for the `Location` header, or the reason why there is none. */
export type Resolution = string | typeof UNKNOWN_SLUG | typeof INVALID_TARGET | typeof LINK_DISABLED
export const UNKNOWN_SLUG = Symbol('unknown slug')
export const INVALID_TARGET = Symbol('invalid target')
export const LINK_DISABLED = Symbol('link disabled')

/** The ports that redirects need. */
export interface RedirectPorts {
  readonly servedLinks: ServedLinks
  readonly hitRecorder: HitRecorder
  readonly visitors: Visitors
  readonly clock: Clock
}

/** Resolves a link for a visitor, and records the hit of a tracked link. Synchronous if the link is cached. */
export function resolveLink(
  ports: RedirectPorts,
  host: string,
  slug: string,
  visitor: Visitor,
): Resolution | Promise<Resolution> {
  const found = ports.servedLinks.find(host, slug)
  return found instanceof Promise ? found.then((link) => follow(ports, link, visitor)) : follow(ports, found, visitor)
}

function follow(ports: RedirectPorts, link: ServedLink | undefined, visitor: Visitor): Resolution {
  if (link === undefined) return UNKNOWN_SLUG
  const rule = link.rules === null ? undefined : matchRule(ports, link, link.rules, visitor)
  const location = rule === undefined ? link.location : rule.location
  if (location === null) return link.disabled ? LINK_DISABLED : INVALID_TARGET
  if (link.enableTracking && visitor.counts) record(ports, link, rule, visitor)
  return location
}

const matchRule = ({ visitors, clock }: RedirectPorts, link: ServedLink, rules: CompiledRules, visitor: Visitor) =>
  pickRule(rules, new VisitFacts(visitors, link, visitor, clock.now()))

function record(
  { hitRecorder, clock }: RedirectPorts,
  link: ServedLink,
  rule: CompiledRule | undefined,
  { ip, userAgent, referrer }: Visitor,
): void {
  link.hitCount++
  hitRecorder.record({
    link: link.id,
    at: clock.now(),
    ip,
    userAgent,
    referrer,
    rule: rule === undefined ? null : rule.index,
    redirectedTo: rule === undefined ? link.target : rule.target,
  })
}
