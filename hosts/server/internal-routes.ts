import type { App } from '@shortlink/core'
import { createMetricsRoute } from '../http/metrics.ts'
import { byMethod, type RouteTable } from '../http/route-table.ts'
import { createTlsCheck } from '../http/tls-check.ts'
import type { Meters } from '../metrics/meters.ts'
import type { Readings } from '../metrics/readings.ts'
import type { Settings } from '../settings.ts'

/** Routes for proxies and operators, which visitors have no use for. */
export const internalRoutes = (app: App, settings: Settings, meters: Meters, readings: () => Readings): RouteTable => ({
  '/metrics': byMethod({ GET: createMetricsRoute(settings.METRICS_TOKEN, meters, readings) }),
  '/internal/tls-check': byMethod({ GET: createTlsCheck(app, settings.PROXY_TLS_CHECK_SECRET) }),
})
