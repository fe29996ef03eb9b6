import type { SpanExporter } from '@opentelemetry/sdk-trace'

export interface OutageCallbacks {
  /** Called once when exports begin to fail, with the reason, which has no secrets. */
  readonly onAway: (reason: string) => void
  /** Called once when they succeed again. */
  readonly onBack: () => void
}

/** Reports the first failed export of an outage, and its end. */
export function reportingOutages(exporter: SpanExporter, { onAway, onBack }: OutageCallbacks): SpanExporter {
  let isAway = false
  return {
    export(spans, onResult) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== SUCCESS
        if (hasFailed && !isAway) onAway(reasonOf(result.error))
        if (!hasFailed && isAway) onBack()
        isAway = hasFailed
        onResult(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

/** `ExportResultCode.SUCCESS` of the SDK. */
const SUCCESS = 0

/** The code if there is one: a receiver decides about the text of its responses. */
function reasonOf(error: (Error & { readonly code?: unknown }) | undefined): string {
  if (error === undefined) return 'unknown'
  const { code, message } = error
  return typeof code === 'number' ? `HTTP ${code}` : typeof code === 'string' ? code : message
}
