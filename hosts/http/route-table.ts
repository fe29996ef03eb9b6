import type { Handler } from './handler.ts'
import { text } from './response/responses.ts'

/** Handlers by the pattern of their path. */
export interface RouteTable {
  readonly [pattern: string]: Handler
}

/** Calls the handler of the request's method; HEAD uses the handler of GET. 405 names the existing methods. */
export function byMethod(handlers: { readonly [method: string]: Handler }): Handler {
  const of = (method: string) => (Object.hasOwn(handlers, method) ? handlers[method] : undefined)
  const allow = Object.keys(handlers)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')
  return (request, context) => {
    const handler = of(request.method) ?? (request.method === 'HEAD' ? of('GET') : undefined)
    return handler ? handler(request, context) : text(405, 'Method not allowed', { allow })
  }
}

/**
 * Whether a path equals a pattern except for its parameters, without percent-encoded letters. A trailing slash is allowed. A pattern that
 * ends in two asterisks matches all paths below.
 */
export function spellsOut(pattern: string): (path: string) => boolean {
  if (pattern.endsWith('/**')) return (path) => path.startsWith(pattern.slice(0, -2))
  const literals = pattern.split('/').map((segment) => segment.split(':', 2) as [literal: string, parameter?: string])
  return (path) => {
    const segments = path.length > 1 && path.endsWith('/') ? path.slice(0, -1).split('/') : path.split('/')
    return (
      segments.length === literals.length &&
      literals.every(([literal, parameter], at) =>
        parameter === undefined ? segments[at] === literal : segments[at]?.startsWith(literal),
      )
    )
  }
}
