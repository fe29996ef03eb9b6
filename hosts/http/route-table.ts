import { type HttpReply, type HttpRequest, text } from './http-message.ts'

export type Route = (request: HttpRequest) => HttpReply | Promise<HttpReply>

/** One route for every method of a path, or one a method, where GET answers HEAD too. */
export type PathRoutes = Route | { readonly [method: string]: Route }

/** The paths of the service and what answers there. */
export interface RouteTable {
  readonly [path: string]: PathRoutes
}

/** Answers with the route of the request's method; 405 names the methods there are. */
export function answer(routes: PathRoutes, request: HttpRequest): HttpReply | Promise<HttpReply> {
  if (typeof routes === 'function') return routes(request)
  const route = methodOf(routes, request.method) ?? (request.method === 'HEAD' ? methodOf(routes, 'GET') : undefined)
  if (route) return route(request)
  const allowed = Object.keys(routes).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return {
    ...text(405, 'Method not allowed'),
    headers: { allow: allowed.join(', '), 'content-type': 'text/plain; charset=utf-8' },
  }
}

const methodOf = (routes: { readonly [method: string]: Route }, method: string) =>
  Object.hasOwn(routes, method) ? routes[method] : undefined

/** Whether a path spells out all of a pattern but its parameters: no letter of it percent-encoded. A slash at the end is allowed. */
export function spellsOut(pattern: string): (path: string) => boolean {
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
