import { errorPage } from '../pages/error-page.ts'
import { errorPageHeaders } from './page-headers.ts'

interface ErrorParts {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An error in plain text, or as a page with the same words for clients that accept HTML. */
export const errorParts = (
  accept: string | null | undefined,
  status: number,
  message: string,
  advice?: string,
): ErrorParts =>
  acceptsHtml(accept)
    ? { headers: HTML_HEADERS, body: errorPage(status, message, advice) }
    : { headers: PLAIN_HEADERS, body: message }

/** Whether an `Accept` header is a browser's. */
export const acceptsHtml = (accept: string | null | undefined) => accept?.includes('text/html') ?? false

interface PreparedError {
  /** Alternating names and values, including the length of the body. */
  readonly headers: string[]
  readonly body: string
}

const prepared = { html: new Map<string, PreparedError>(), plain: new Map<string, PreparedError>() }

/**
 * The same for the redirect, prepared once per message: scans for slugs cause thousands of them. Messages must be few, and each must always
 * come with the same status.
 */
export function preparedError(accept: string | null | undefined, status: number, message: string): PreparedError {
  const known = prepared[acceptsHtml(accept) ? 'html' : 'plain']
  const before = known.get(message)
  if (before !== undefined) return before
  const { headers, body } = errorParts(accept, status, message)
  const error = { headers: [...Object.entries(headers).flat(), 'content-length', `${Buffer.byteLength(body)}`], body }
  known.set(message, error)
  return error
}

const COMMON_HEADERS = { 'cache-control': 'no-store', vary: 'accept' }
const PLAIN_HEADERS = {
  ...COMMON_HEADERS,
  'content-type': 'text/plain; charset=utf-8',
  'x-content-type-options': 'nosniff',
}
const HTML_HEADERS = { ...COMMON_HEADERS, ...errorPageHeaders }
