import type { RedirectStatus } from '../link-options.ts'
import type { LinkExtras, ServedLink } from '../served/served-links.port.ts'
import type { Visitor } from '../visitor.ts'
import { closedNow } from './admission.ts'
import { checkPassword, type PasswordPorts } from './check-password.ts'
import { forward } from './forwarding.ts'
import { isRecorded } from './is-recorded.ts'
import { next } from './next.ts'
import { isPreviewAgent } from './preview-agents.ts'
import {
  type Closed,
  type ClosedReason,
  INVALID_TARGET,
  LINK_DISABLED,
  type PasswordPage,
  type Resolution,
  UNKNOWN_SLUG,
} from './resolution.ts'
import type { VisitCounter } from './visit-limits.port.ts'
import { type PlainVisitPorts, record, recordPreview, ruleFor } from './visit-plain-link.ts'

/** The ports for links with options. */
export interface VisitPorts extends PlainVisitPorts, PasswordPorts {
  readonly visitCounter: VisitCounter
}

/** Data of a request in addition to the slug. */
export interface VisitRequest {
  /** The path after the slug, without the slash between them, as the client sent it. */
  readonly path: string
  /** The visitor's password; undefined without one. */
  readonly password: string | undefined
  /** Whether the visitor is an API client, which gets neither pages nor forwarding. */
  readonly isCall: boolean
  /** Whether the visitor has disconnected. */
  readonly isGone?: (() => boolean) | undefined
}

interface Visit {
  readonly link: ServedLink
  readonly extras: LinkExtras
  readonly visitor: Visitor
  readonly request: VisitRequest
}

/** Resolves a visit to a link with options. The steps have the order of the table in docs/links.md. */
export function visitLink(ports: VisitPorts, visit: Visit): Resolution | Promise<Resolution> {
  const { link, extras } = visit
  if (link.disabled) return LINK_DISABLED
  return next(closedNow(ports.visitCounter, link, extras, ports.clock.now()), (reason) =>
    reason === null ? admitted(ports, visit) : closed(extras, reason),
  )
}

const closed = ({ fallback }: LinkExtras, reason: ClosedReason): Closed => ({ kind: 'closed', reason, fallback })

function admitted(ports: VisitPorts, visit: Visit): Resolution | Promise<Resolution> {
  const { link, extras, visitor, request } = visit
  const { preview, maxVisits, hasPassword } = extras
  if (!request.isCall && preview !== null && isPreviewAgent(visitor.userAgent)) {
    if (isRecorded(link, visitor)) recordPreview(ports, link, visitor)
    return { kind: 'preview', preview, link }
  }
  if (!request.isCall && maxVisits !== null && takesNoVisit(ports, visitor)) {
    return { kind: 'title', title: preview?.title ?? null }
  }
  if (!hasPassword) return enter(ports, visit)
  if (request.password === undefined) return passwordPage(extras, false)
  return checkPassword(ports, link, request.password, { of: visitor.ip, isGone: request.isGone }).then((verdict) => {
    if (verdict === 'wrong') return passwordPage(extras, true)
    return verdict === 'right' ? enter(ports, visit) : verdict
  })
}

const takesNoVisit = ({ visitors }: VisitPorts, { counts, userAgent }: Visitor) =>
  !counts || visitors.agent(userAgent).bot

const passwordPage = ({ preview }: LinkExtras, isWrong: boolean): PasswordPage => ({
  kind: 'password',
  isWrong,
  title: preview?.title ?? null,
})

/**
 * Redirects a visitor that passed every check except the visit limit. A visit without a valid destination does not count toward the limit.
 */
function enter(ports: VisitPorts, visit: Visit): Resolution | Promise<Resolution> {
  const { link, extras, visitor, request } = visit
  const rule = ruleFor(ports, link, visitor)
  const target = rule === undefined ? link.location : rule.location
  if (target === null) return INVALID_TARGET
  const location = request.isCall
    ? target
    : forward(target, extras, { path: request.path, query: visitor.query }, ports.policy.visits.refParameter)
  if (location === null) return UNKNOWN_SLUG
  return next(extras.maxVisits === null || ports.visitCounter.take(link), (isTaken) => {
    if (!isTaken) return closed(extras, 'USED_UP')
    if (isRecorded(link, visitor)) record(ports, link, rule, visitor)
    return { kind: 'redirect', location, status: statusOf(visit), isLasting: isLasting(link, extras) }
  })
}

/** Returns 303 for a form, so that the browser does not send the password to the target (RFC 9110, 15.4.4). */
const statusOf = ({ extras, request }: Visit): RedirectStatus =>
  extras.hasPassword && request.password !== undefined ? 303 : extras.redirectStatus

const LASTING_STATUSES: readonly RedirectStatus[] = [301, 308]

const isLasting = (
  { rules }: ServedLink,
  { redirectStatus, hasPassword, maxVisits, startsAt, expiresAt }: LinkExtras,
) =>
  LASTING_STATUSES.includes(redirectStatus) &&
  !hasPassword &&
  rules === null &&
  maxVisits === null &&
  startsAt === null &&
  expiresAt === null
