import type { Handler } from '../handler.ts'
import { type RateLimit, rateLimitHeaders, type SharedTaken } from '../redirect/rate-limit.ts'
import { errorResponse } from '../response/error-response.ts'
import { withHeaders } from '../response/responses.ts'
import type { RouteTable } from '../route-table.ts'

/** The handler with a limit per client IP address. Every response has the state of the limit in its headers; 429 over the limit. */
export const limited =
  (limit: RateLimit<SharedTaken>, handler: Handler): Handler =>
  async (request, context) => {
    const taken = await limit.take(context.clientIp)
    const response = taken.allowed ? await handler(request, context) : errorResponse(request, 429, 'Too many requests')
    return withHeaders(response, rateLimitHeaders(taken))
  }

/** The same for every path of a table, each counted separately. */
export const limitedTable = (limitOf: (path: string) => RateLimit, table: RouteTable): RouteTable =>
  Object.fromEntries(Object.entries(table).map(([path, handler]) => [path, limited(limitOf(path), handler)]))
