import { resolveLink } from '@shortlink/core'
import { findLinkWithPassword, type RedirectPorts } from '@shortlink/core/host'
import type { ServedLink } from '@shortlink/core/ports'
import type { Handler } from '../handler.ts'
import { queryOf } from '../request/query.ts'
import { isForm, readText } from '../request/request-body.ts'
import { requestSite } from '../request/request-site.ts'
import { errorResponse } from '../response/error-response.ts'
import { withHeaders } from '../response/responses.ts'
import { type AnswerSettings, refusalIn } from './link-answers.ts'
import { linkPathOf } from './link-path.ts'
import { linkResponse } from './link-response.ts'
import { type RateLimit, rateLimitHeaders, type SharedTaken, type Taken, UNLIMITED } from './rate-limit.ts'
import { type VisitorPorts, visitorOf } from './visitor.ts'

/** Limits the passwords that are tried at links. */
export interface PasswordThrottle {
  /** Counts a password attempt at a link from an IP address. */
  admit(link: string, ip: string): SharedTaken
  /** Counts a wrong password. */
  countFailure(link: string): void
}

export interface PasswordParts {
  readonly ports: RedirectPorts & VisitorPorts
  readonly settings: AnswerSettings
  readonly throttle?: PasswordThrottle
  /** Called when a visitor is refused a link, with the reason. */
  readonly onRefused?: (reason: string) => void
}

interface PasswordFormParts extends PasswordParts {
  readonly rateLimit: RateLimit
  /** Called with unexpected failures, which visitors see as a 503. */
  readonly onError: (error: unknown) => void
}

const MAX_FORM_BYTES = 4096

/** `POST /<slug>` of a link with a password: submission of its page. Every other request goes to `otherwise`. */
export function createPasswordForm({ rateLimit, onError, ...parts }: PasswordFormParts, otherwise: Handler): Handler {
  return async (request, context) => {
    const at = request.method === 'POST' ? linkPathOf(pathOf(request)) : undefined
    if (at === undefined) return otherwise(request, context)
    const taken = rateLimit.take(context.clientIp)
    if (!taken.allowed) return tooMany(request, taken)
    try {
      const found = await submitPassword(parts, { host: hostOf(request), ...at }, request, context.clientIp)
      return found ?? (await otherwise(request, context))
    } catch (error) {
      onError(error)
      return errorResponse(request, 503, 'Service unavailable')
    }
  }
}

interface LinkAddress {
  readonly host: string
  readonly slug: string
  /** The path after the slug. */
  readonly rest: string
}

/** Handles a form with a password; undefined if the link requires none. */
export async function submitPassword(
  parts: PasswordParts,
  address: LinkAddress,
  request: Request,
  clientIp: string,
): Promise<Response | undefined> {
  const link = await findLinkWithPassword(parts.ports, address.host, address.slug, address.rest)
  if (link === undefined) return undefined
  // Otherwise a page could make the browsers of its visitors guess passwords: each IP address has its own limit.
  if (requestSite(request.headers) === 'cross-site')
    return errorResponse(request, 403, 'The form was sent by another site')
  if (!isForm(request)) return errorResponse(request, 415, 'Unsupported media type')
  const form = await readText(request, MAX_FORM_BYTES)
  if (form === undefined) return errorResponse(request, 413, 'Request body too large')
  const taken = (await parts.throttle?.admit(link.id, clientIp)) ?? UNLIMITED
  if (!taken.allowed) return tooMany(request, taken)
  return withHeaders(await visit(parts, link, address, request, clientIp, form), rateLimitHeaders(taken))
}

async function visit(
  { ports, settings, throttle, onRefused }: PasswordParts,
  link: ServedLink,
  { host, slug, rest }: LinkAddress,
  request: Request,
  clientIp: string,
  form: string,
): Promise<Response> {
  const headers = Object.fromEntries(request.headers)
  const password = new URLSearchParams(form).get('password') ?? ''
  const visitor = visitorOf(ports, headers, clientIp, queryOf(request), true)
  const resolution = await resolveLink(ports, host, slug, visitor, {
    path: rest,
    password,
    isGone: () => request.signal.aborted,
  })
  const refusal = refusalIn(resolution)
  if (refusal !== undefined) onRefused?.(refusal)
  if (resolution.kind === 'password') throttle?.countFailure(link.id)
  return linkResponse(resolution, headers.accept, settings)
}

const tooMany = (request: Request, taken: Taken): Response =>
  withHeaders(errorResponse(request, 429, 'Too many requests'), rateLimitHeaders(taken))

const hostOf = ({ headers }: Request) => headers.get('host') ?? ''

/** The path as it was sent. */
function pathOf({ url }: Request): string {
  const from = url.indexOf('/', url.indexOf('//') + 2)
  return from < 0 ? '/' : (url.slice(from).split('?', 1)[0] as string)
}
