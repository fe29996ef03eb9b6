import type { Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { type OutageCallbacks, reportingOutages } from './reporting-outages.ts'

interface TracesOptions extends OutageCallbacks {
  /** URL of an OTLP/HTTP receiver, without `/v1/traces`. */
  readonly endpoint: string
  /** Headers for it, such as a credential. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly version: string
}

export interface OpenTraces {
  /** Records every span that it starts: callers decide about sampling. */
  readonly tracer: Tracer
  /** Exports the spans that wait, for at most `timeoutMs` milliseconds. */
  close(timeoutMs: number): Promise<void>
}

/** Spans that wait for their export; later ones are dropped. */
const MAX_WAITING_SPANS = 2048
/** Exports in progress: enough to send all waiting spans at once when the server closes. */
const MAX_EXPORTS = 5

/**
 * Exports spans as protobuf in batches of up to 512 every 5 seconds. An export that fails is repeated for 10 seconds, then its spans are lost.
 * Registers nothing globally, so that a program with its own OpenTelemetry can embed the service. The exporter also reads the
 * `OTEL_EXPORTER_OTLP_*` variables for certificates, compression and the timeout.
 */
export function openTraces({ endpoint, headers, serviceName, version, ...callbacks }: TracesOptions): OpenTraces {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    concurrencyLimit: MAX_EXPORTS,
  })
  const processor = new BatchSpanProcessor({
    exporter: reportingOutages(exporter, callbacks),
    maxQueueSize: MAX_WAITING_SPANS,
  })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': version })),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [processor],
  })
  return {
    tracer: provider.getTracer('shortlink', version),
    async close(timeoutMs) {
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, timeoutMs)
      // Failures are reported by the callbacks.
      await Promise.race([provider.shutdown().catch(() => {}), timeout.promise])
      clearTimeout(timer)
    },
  }
}
