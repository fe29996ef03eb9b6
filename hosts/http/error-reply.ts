import type { HttpReply } from './exchange.ts'
import { errorPageHeaders } from './pages/error-page.ts'

/** A small HTML page with the given words, that goes with {@link errorPageHeaders}. */
export type ErrorPage = (status: number, message: string) => string

/** An error in plain text, or as a page with the same words for browsers, which ask for HTML. */
export function errorReply(
  page: ErrorPage,
  accept: string | null | undefined,
  status: number,
  message: string,
): HttpReply {
  if (!accept?.includes('text/html')) return { status, headers: PLAIN, body: message }
  return { status, headers: HTML, body: page(status, message) }
}

const ALWAYS = { 'cache-control': 'no-store', vary: 'accept' }

const PLAIN = { ...ALWAYS, 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }

const HTML = { ...ALWAYS, ...errorPageHeaders }
