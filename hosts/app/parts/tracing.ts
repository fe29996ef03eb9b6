import { AsyncResource } from 'node:async_hooks'
import type { Log } from '../../kit/log.ts'
import { VERSION } from '../../kit/version.ts'
import type { Settings } from '../settings/settings.ts'

/** The share of the shutdown time for the export of the last spans. */
const EXPORT_SHARE = 0.05

/** Opens the export of spans; undefined, and nothing of it is loaded, without a receiver. */
export async function openTracing(settings: Settings, log: Log) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, SHUTDOWN_TIMEOUT_MS } = settings
  if (endpoint === undefined || settings.OTEL_SDK_DISABLED) return undefined
  const [{ openTraces }, { createTracing, samplingOf }] = await Promise.all([
    import('@shortlink/adapters/traces'),
    import('../../tracing/tracing.ts'),
  ])
  const { tracer, close } = openTraces({
    endpoint,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: settings.OTEL_SERVICE_NAME,
    version: VERSION,
    // Bound here, since an export belongs to no request.
    onAway: AsyncResource.bind((reason: string) =>
      log.error({ reason }, 'OTEL_EXPORTER_OTLP_ENDPOINT does not accept traces: they are lost until it does'),
    ),
    onBack: AsyncResource.bind(() => log.info('OTEL_EXPORTER_OTLP_ENDPOINT accepts traces again')),
  })
  const tracing = createTracing(tracer, {
    sampling: samplingOf(settings.OTEL_TRACES_SAMPLER, settings.OTEL_TRACES_SAMPLER_ARG),
    redirectRatio: settings.TRACES_REDIRECT_RATIO,
    system: settings.DATABASE_URL.startsWith('sqlite:') ? 'sqlite' : 'postgresql',
  })
  return { ...tracing, close: () => close(SHUTDOWN_TIMEOUT_MS * EXPORT_SHARE) }
}
