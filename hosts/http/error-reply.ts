import type { HttpReply } from './exchange.ts'

/** A small HTML page with the given words. */
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

const PLAIN = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

const HTML = {
  ...PLAIN,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
