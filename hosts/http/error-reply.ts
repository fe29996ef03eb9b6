import { type DomainError, describeError } from '@shortlink/core'
import type { HttpReply, HttpRequest } from './http-message.ts'
import { errorPage, errorPageHeaders } from './pages/error-page.ts'

/** An error in plain text, or as a page with the same words for browsers, which ask for HTML. */
export function errorReply(accept: string | null | undefined, status: number, message: string): HttpReply {
  return accept?.includes('text/html')
    ? { status, headers: HTML, body: errorPage(status, message) }
    : { status, headers: PLAIN, body: message }
}

interface PreparedError {
  /** Names and values in turn, the length of the body among them. */
  readonly headers: string[]
  readonly body: string
}

const prepared = { html: new Map<number, PreparedError>(), plain: new Map<number, PreparedError>() }

/** The same, made once for each status: scans for slugs meet it by the thousand. A status must always come with the same message. */
export function preparedError(accept: string | undefined, status: number, message: string): PreparedError {
  const known = prepared[accept?.includes('text/html') ? 'html' : 'plain']
  const before = known.get(status)
  if (before !== undefined) return before
  const { headers = {}, body } = errorReply(accept, status, message)
  const text = body as string
  const error = {
    headers: [...Object.entries(headers).flat(), 'content-length', `${Buffer.byteLength(text)}`],
    body: text,
  }
  known.set(status, error)
  return error
}

/** The same, for a route. */
export const problem = (request: HttpRequest, status: number, message: string): HttpReply =>
  errorReply(request.header('accept'), status, message)

const STATUSES: Partial<Record<DomainError['type'], number>> = {
  'not-found': 404,
  'link-disabled': 410,
  overloaded: 429,
  unavailable: 503,
}

/** An expected error, for a route: the caller's mistake unless its type says otherwise. */
export const refusal = (request: HttpRequest, error: DomainError): HttpReply =>
  problem(request, STATUSES[error.type] ?? 400, describeError(error))

const ALWAYS = { 'cache-control': 'no-store', vary: 'accept' }
const PLAIN = { ...ALWAYS, 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
const HTML = { ...ALWAYS, ...errorPageHeaders }
