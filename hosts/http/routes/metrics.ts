import { lazily } from '../../kit/lazily.ts'
import type { Meters } from '../../metrics/meters.ts'
import type { Readings } from '../../metrics/readings.ts'
import { errorResponse } from '../response/error-response.ts'
import { isEqual } from '../secret-equal.ts'

/** `GET /metrics` for callers that send the token; 404 for all others, and for all without a token in the settings. */
export function createMetricsRoute(token: string | undefined, meters: Meters, read: () => Readings) {
  // Loaded at the first scrape: most servers are never scraped, and the library starts timers.
  const exposition = lazily(async () => (await import('../../metrics/exposition.ts')).createExposition(meters, read))
  return async (request: Request): Promise<Response> => {
    const [, sent = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '') ?? []
    if (token === undefined || !isEqual(sent, token)) return errorResponse(request, 404, 'Target not found')
    const expose = await exposition.get()
    return new Response(await expose(), {
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
}
