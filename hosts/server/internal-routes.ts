import type { App } from '@shortlink/core'
import type { Settings } from '../app/settings/settings.ts'
import { byMethod, type RouteTable } from '../http/route-table.ts'
import { createMetricsRoute } from '../http/routes/metrics.ts'
import { createTlsCheck } from '../http/routes/tls-check.ts'
import type { Meters } from '../metrics/meters.ts'
import type { Readings } from '../metrics/readings.ts'

/** Routes for proxies and operators, which visitors have no use for. */
export const internalRoutes = (app: App, settings: Settings, meters: Meters, readings: () => Readings): RouteTable => ({
  '/metrics': byMethod({ GET: createMetricsRoute(settings.METRICS_TOKEN, meters, readings) }),
  '/internal/tls-check': byMethod({ GET: createTlsCheck(app, settings.PROXY_TLS_CHECK_SECRET) }),
})
