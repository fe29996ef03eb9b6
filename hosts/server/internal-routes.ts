import type { App } from '@shortlink/core'
import { createMetricsRoute } from '../http/metrics.ts'
import type { RouteTable } from '../http/route-table.ts'
import { createTlsCheck } from '../http/tls-check.ts'
import type { Readings } from '../metrics/exposition.ts'
import type { Meters } from '../metrics/meters.ts'
import type { Settings } from '../settings.ts'

/** What proxies and operators ask, and visitors never. */
export const internalRoutes = (app: App, settings: Settings, meters: Meters, readings: () => Readings): RouteTable => ({
  '/metrics': { GET: createMetricsRoute(settings.METRICS_TOKEN, meters, readings) },
  '/internal/tls-check': { GET: createTlsCheck(app, settings.PROXY_TLS_CHECK_SECRET) },
})
