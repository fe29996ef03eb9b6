import { problem } from './error-reply.ts'
import type { HttpReply, HttpRequest } from './http-message.ts'
import { type RateLimit, rateLimitHeaders } from './redirect/rate-limit.ts'
import { answer, type PathRoutes, type Route, type RouteTable } from './route-table.ts'

/** The route under a limit per client address, which every answer states in its headers; 429 past it. */
export const limited =
  (limit: RateLimit, route: Route): Route =>
  async (request) => {
    const taken = limit.take(request.clientIp)
    const reply = taken.allowed ? await route(request) : tooMany(request)
    return { ...reply, headers: { ...reply.headers, ...rateLimitHeaders(taken) } }
  }

/** The same for every path of a table, each counted apart. */
export const limitedTable = (limitOf: (path: string) => RateLimit, table: RouteTable): RouteTable =>
  Object.fromEntries(
    Object.entries(table).map(([path, routes]: [string, PathRoutes]) => [
      path,
      limited(limitOf(path), (request) => answer(routes, request)),
    ]),
  )

const tooMany = (request: HttpRequest): HttpReply => problem(request, 429, 'Too many requests')
