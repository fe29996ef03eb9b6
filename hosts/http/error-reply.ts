import type { HttpReply, HttpRequest } from './exchange.ts'
import { errorPage, errorPageHeaders } from './pages/error-page.ts'

/** An error in plain text, or as a page with the same words for browsers, which ask for HTML. */
export function errorReply(accept: string | null | undefined, status: number, message: string): HttpReply {
  return accept?.includes('text/html')
    ? { status, headers: HTML, body: errorPage(status, message) }
    : { status, headers: PLAIN, body: message }
}

/** The same, for a route. */
export const problem = (request: HttpRequest, status: number, message: string): HttpReply =>
  errorReply(request.header('accept'), status, message)

const ALWAYS = { 'cache-control': 'no-store', vary: 'accept' }
const PLAIN = { ...ALWAYS, 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
const HTML = { ...ALWAYS, ...errorPageHeaders }
