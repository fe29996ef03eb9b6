import { type App, anonymous, describeError } from '@shortlink/core'
import { parseInput, ReportInput, reportLink } from '@shortlink/core/host'
import type { Handler } from '../handler.ts'
import { limited } from '../limits/rate-limited.ts'
import { type ReportFault, type ReportFields, reportedPage, reportPage } from '../pages/report-page.ts'
import { type RateLimit, rateLimitHeaders, type SharedTaken } from '../redirect/rate-limit.ts'
import { queryOf } from '../request/query.ts'
import { isForm, readText } from '../request/request-body.ts'
import { requestSite } from '../request/request-site.ts'
import { acceptsHtml } from '../response/error-parts.ts'
import { errorResponse } from '../response/error-response.ts'
import { reportPageHeaders } from '../response/page-headers.ts'
import { respond, text } from '../response/responses.ts'
import { byMethod } from '../route-table.ts'

export interface ReportParts {
  readonly app: App
  /** Counts requests for the form, and forms with an error. */
  readonly requests: RateLimit
  /** Counts reports by network. */
  readonly reports: RateLimit<SharedTaken>
  /** Called with unexpected failures, which visitors see as a 503. */
  readonly onError: (error: unknown) => void
}

const SENT_QUERY = 'sent'
const SENT = `/report?${SENT_QUERY}`
/** The fields at their limits have 39 KiB if most characters are percent-encoded. */
const MAX_FORM_BYTES = 48 * 1024

/** `/report`: a form without script that reports a link, page or domain to the operator. */
export const reportForm = (parts: ReportParts): Handler =>
  byMethod({
    GET: limited(parts.requests, (request) => {
      const query = queryOf(request)
      return respond(query === SENT_QUERY ? reportedPage() : reportPage(fieldsIn(query)), {
        headers: reportPageHeaders,
      })
    }),
    POST: (request, context) =>
      submit(parts, request, context).catch((error: unknown) => {
        parts.onError(error)
        return errorResponse(request, 503, 'Service unavailable')
      }),
  })

async function submit({ app, requests, reports }: ReportParts, ...[request, { clientIp }]: Parameters<Handler>) {
  const requested = requests.take(clientIp)
  if (!requested.allowed) return errorResponse(request, 429, 'Too many requests')
  // Otherwise a page could make the browsers of its visitors send reports, each from another IP address.
  if (requestSite(request.headers) === 'cross-site')
    return errorResponse(request, 403, 'The form was sent by another site')
  if (!isForm(request)) return errorResponse(request, 415, 'Unsupported media type')
  const form = await readText(request, MAX_FORM_BYTES)
  if (form === undefined) return errorResponse(request, 413, 'Request body too large')
  const fields = fieldsIn(form)
  const refuse = (status: number, fault: ReportFault, headers = {}) =>
    answer(request, status, fault.message, () => reportPage(fields, fault), headers)
  const input = parseInput(ReportInput, fields)
  if (input.isErr()) return refuse(400, { field: input.error.path, message: input.error.message })
  const taken = await reports.take(clientIp)
  const headers = rateLimitHeaders(taken)
  if (!taken.allowed) return refuse(429, { message: 'Your network sent too many reports. Try again later.' }, headers)
  const reported = await app.run(reportLink, anonymous, fields)
  if (reported.isOk()) return sent(request, headers)
  const { error } = reported
  return error.type === 'invalid-input'
    ? refuse(400, { field: error.path, message: error.message }, headers)
    : refuse(503, { message: describeError(error) }, headers)
}

/** Browsers go on to the page after a report, so that a reload sends nothing. */
const sent = ({ headers }: Request, more: Readonly<Record<string, string>>): Response =>
  acceptsHtml(headers.get('accept'))
    ? respond(null, { status: 303, headers: { location: SENT, 'cache-control': 'no-store', vary: 'accept', ...more } })
    : text(200, 'Report sent', { 'cache-control': 'no-store', vary: 'accept', ...more })

/** A page for browsers, its one message for other clients. */
const answer = (
  { headers }: Request,
  status: number,
  message: string,
  page: () => string,
  more: Readonly<Record<string, string>>,
): Response =>
  acceptsHtml(headers.get('accept'))
    ? respond(page(), { status, headers: { ...reportPageHeaders, ...more } })
    : text(status, message, { 'cache-control': 'no-store', vary: 'accept', ...more })

function fieldsIn(encoded: string): ReportFields {
  const given = new URLSearchParams(encoded)
  const field = (name: keyof ReportFields) => given.get(name) ?? ''
  return { url: field('url'), reason: field('reason'), email: field('email') }
}
