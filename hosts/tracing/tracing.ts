import type { Tracer } from '@opentelemetry/api'
import { tracedApp, tracedSender, tracedStatements } from './calls.ts'
import { tracedRedirects, tracedRequests } from './requests.ts'
import { type Sampling, samplingOf } from './sampling.ts'
import { createSpans } from './spans.ts'

export { samplingOf }

interface TracingOptions {
  /** Which requests and deliveries are traced. */
  readonly sampling: Sampling
  /** The share of traced redirects, 0 to 1. */
  readonly redirectRatio: number
  /** OpenTelemetry's name of the database. */
  readonly system: string
}

/** Wraps the work of the service so that it is recorded as spans. */
export function createTracing(tracer: Tracer, { sampling, redirectRatio, system }: TracingOptions) {
  const spans = createSpans(tracer)
  return {
    request: tracedRequests(spans, sampling),
    redirects: (redirect: Parameters<typeof tracedRedirects>[1]) =>
      tracedRedirects(spans, redirect, { ...sampling, ratio: redirectRatio }),
    app: (app: Parameters<typeof tracedApp>[1]) => tracedApp(spans, app),
    onStatement: tracedStatements(spans, system),
    sender: (sender: Parameters<typeof tracedSender>[1]) => tracedSender(spans, sender, sampling),
  }
}

export type Tracing = ReturnType<typeof createTracing>
