import type { Readings } from '../metrics/exposition.ts'
import type { Meters } from '../metrics/meters.ts'
import { problem } from './error-reply.ts'
import type { HttpReply, HttpRequest } from './http-message.ts'
import { isEqual } from './secret-equal.ts'

/** `GET /metrics` for whoever has the token; for everybody else there is no such page. */
export function createMetricsRoute(token: string | undefined, meters: Meters, read: () => Readings) {
  // Loaded when somebody first scrapes: few do, and its timers would run for nobody.
  let exposition: Promise<() => Promise<string>> | undefined
  const load = async () => (await import('../metrics/exposition.ts')).createExposition(meters, read)
  return async (request: HttpRequest): Promise<HttpReply> => {
    const [, given = ''] = /^Bearer +(\S+) *$/i.exec(request.header('authorization') ?? '') ?? []
    if (token === undefined || !isEqual(given, token)) return problem(request, 404, 'Target not found')
    exposition ??= load()
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
      body: await (await exposition)(),
    }
  }
}
