import type { HitRecorder, Visitors } from '../../hits/hits.port.ts'
import type { Clock, VisitPolicy } from '../../kernel/ports.ts'
import type { Utm } from '../link-options.ts'
import type { CompiledRule, CompiledRules } from '../rules/compile-rules.ts'
import { pickRule } from '../rules/evaluate-rules.ts'
import { VisitFacts } from '../rules/visit-facts.ts'
import { campaignOf } from '../served/campaign-of.ts'
import type { ServedLink } from '../served/served-links.port.ts'
import { splitAddress } from '../served/with-utm.ts'
import type { Visitor } from '../visitor.ts'
import { isRecorded } from './is-recorded.ts'
import { refIn } from './ref-in.ts'
import { INVALID_TARGET, LINK_DISABLED, type Resolution } from './resolution.ts'

/** The ports for the rules and hits of a link. */
export interface PlainVisitPorts {
  readonly hitRecorder: HitRecorder
  readonly visitors: Visitors
  readonly clock: Clock
  readonly policy: { readonly visits: Pick<VisitPolicy, 'refParameter'> }
}

/** Resolves a visit to a link without options. Most visits run this code: measure each change. */
export function visitPlainLink(ports: PlainVisitPorts, link: ServedLink, visitor: Visitor): Resolution {
  const rule = link.rules === null ? undefined : matchRule(ports, link, link.rules, visitor)
  const location = rule === undefined ? link.location : rule.location
  if (location === null) return link.disabled ? LINK_DISABLED : INVALID_TARGET
  if (isRecorded(link, visitor)) record(ports, link, rule, visitor)
  return { kind: 'redirect', location, status: 302, isLasting: false }
}

/** Returns the rule that matches the visitor; undefined if the link's own target applies. */
export const ruleFor = (ports: PlainVisitPorts, link: ServedLink, visitor: Visitor): CompiledRule | undefined =>
  link.rules === null ? undefined : matchRule(ports, link, link.rules, visitor)

const matchRule = ({ visitors, clock }: PlainVisitPorts, link: ServedLink, rules: CompiledRules, visitor: Visitor) =>
  pickRule(rules, new VisitFacts(visitors, link, visitor, clock.now()))

/** Records a visit to a tracked link with a redirect to the rule's target, or to the link's own. */
export const record = (ports: PlainVisitPorts, link: ServedLink, rule: CompiledRule | undefined, visitor: Visitor) =>
  recordAt(
    ports,
    link,
    visitor,
    rule === undefined ? null : rule.index,
    rule === undefined ? link.target : rule.target,
    campaignIn(visitor),
  )

/** Records a visit to a tracked link without a redirect, with the campaign of the link's target if the query has none. */
export const recordPreview = (ports: PlainVisitPorts, link: ServedLink, visitor: Visitor) =>
  recordAt(ports, link, visitor, null, null, campaignIn(visitor) ?? campaignOf(splitAddress(link.target).query))

const campaignIn = ({ query }: Visitor) => (query === '' ? null : campaignOf(query))

function recordAt(
  { hitRecorder, clock, policy }: PlainVisitPorts,
  link: ServedLink,
  { ip, userAgent, referrer, acceptLanguage, query, isPrivate }: Visitor,
  rule: number | null,
  redirectedTo: string | null,
  campaign: Utm | null,
): void {
  link.hitCount++
  hitRecorder.record({
    link: link.id,
    at: clock.now(),
    ip,
    userAgent,
    referrer,
    rule,
    redirectedTo,
    acceptLanguage,
    campaign,
    ref: refIn(query, policy.visits.refParameter),
    isPrivate,
  })
}
