import type { SharedCounters } from '@shortlink/adapters/kit'
import type { Composition } from '../app/composition.ts'
import type { Settings } from '../app/settings/settings.ts'
import { localLimits } from '../http/limits/limit-factory.ts'
import { sharedLimits } from '../http/limits/shared/shared-limits.ts'
import { clientIp } from '../http/redirect/client-ip.ts'
import { createForwarding, createRedirect } from '../http/redirect/redirect.ts'
import type { ServerParts } from '../http/server.ts'
import { lazily } from '../kit/lazily.ts'
import type { Log } from '../kit/log.ts'
import { requestId } from '../kit/request-id.ts'
import { createMeters, type Meters, metered } from '../metrics/meters.ts'
import { createLimits } from './limits.ts'
import { sampled } from './sampled.ts'

export interface Handlers extends ServerParts {
  /** Handles requests on `INTERNAL_PORT`; undefined without that setting. */
  readonly internal: ServerParts | undefined
  /** Loads modules in advance that the first request to a route would otherwise wait for. */
  warmUp(): Promise<void>
  /** Ends the streams that would prevent the server from closing, and the work on shared rate limits. */
  endStreams(): Promise<void>
}

/** The redirect, which comes first on the wire and takes only paths that no route has, and the routes, which are loaded after the start. */
export function createHandlers(
  composition: Composition,
  limitCounters: SharedCounters | undefined,
  settings: Settings,
  log: Log,
): Handlers {
  const { ports, tracing } = composition
  const limitFactory = limitCounters === undefined ? localLimits : sharedLimits(limitCounters)
  const meters = createMeters(limitFactory.reading)
  const limits = createLimits(settings, meters, limitFactory)
  const { onError, onVisitorError } = errorLogs(log)
  const shared = {
    onAnswered: countAnswers(meters),
    clientIp: clientIp(settings.TRUST_PROXY, () =>
      log.warn(
        'a request has X-Forwarded-For, which TRUST_PROXY=0 ignores: behind a proxy, all visitors share one rate limit',
      ),
    ),
    onError,
    baseUrl: settings.BASE_URL,
  }
  const links = {
    clientIp: shared.clientIp,
    rateLimit: limits.redirect,
    settings: { baseUrl: settings.BASE_URL, cacheSeconds: settings.REDIRECT_CACHE_SECONDS },
    onRefused: meters.refusals.add,
    onError: onVisitorError,
  }
  const routes = lazily(async () => {
    const { createRoutes } = await import('./routes.ts')
    return createRoutes({ composition, settings, log, limits, meters, links, onError })
  })
  const load = async (name: 'public' | 'internal') => {
    const { webHandler } = await import('../http/web-handler.ts')
    return webHandler((await routes.get())[name])
  }
  const redirect = metered(createRedirect({ ...links, ports }), meters)
  const handler = lazily(() => load('public'))
  const internal = lazily(() => load('internal'))
  return {
    ...shared,
    traced: tracing?.request,
    redirect: tracing?.redirects(redirect) ?? redirect,
    forwards: createForwarding({ ...links, ports }),
    loadHandler: handler.get,
    internal:
      settings.INTERNAL_PORT === undefined
        ? undefined
        : { ...shared, redirect: () => false, forwards: async () => false, loadHandler: internal.get },
    async warmUp() {
      await handler.get()
      await (await routes.get()).warmUp()
    },
    async endStreams() {
      limitFactory.close?.()
      await (await routes.loaded())?.endStreams()
    },
  }
}

const countAnswers =
  ({ statuses, answers }: Meters) =>
  (status: number, durationMs: number) => {
    statuses.add(`other ${status}`)
    answers.record(durationMs)
  }

/** Logs unexpected errors: errors of APIs and operators, and errors that visitors of links and pages see. */
function errorLogs(log: Log) {
  const requestFailed = sampled((details: object) => log.error(details, 'unexpected error'))
  const visitorFailed = sampled((details: object) => log.error(details, 'a visitor could not be served'))
  return {
    onError: (err: unknown, requestId: string) => requestFailed({ err, requestId }),
    onVisitorError: (err: unknown, id = requestId()) => visitorFailed({ err, requestId: id }),
  }
}
