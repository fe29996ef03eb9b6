import { isSpanContextValid, type SpanContext, TraceFlags } from '@opentelemetry/api'

export interface Sampling {
  /** The share of traced requests and deliveries, 0 to 1. */
  readonly ratio: number
  /** Whether a request that its caller does not trace is not traced here. */
  readonly followsCaller: boolean
}

/**
 * The meaning of OpenTelemetry's standard variables here.
 * @param sampler `always_on`, `always_off` or `traceidratio`, each also with `parentbased_`
 * @param ratio the share with `traceidratio`
 */
export function samplingOf(sampler: string, ratio: number): Sampling {
  const kind = sampler.replace('parentbased_', '')
  return { ratio: kind === 'always_on' ? 1 : kind === 'always_off' ? 0 : ratio, followsCaller: kind !== sampler }
}

/**
 * Whether to trace a request. A caller can only prevent it: its flag that the request is traced, and a trace id that it chose, would let
 * anybody on the internet make the service export everything.
 */
export const isSampled = ({ ratio, followsCaller }: Sampling, caller: SpanContext | undefined): boolean =>
  Math.random() < ratio && (!followsCaller || caller === undefined || (caller.traceFlags & TraceFlags.SAMPLED) !== 0)

/** The caller's span in a `traceparent` header of W3C Trace Context; undefined without one, or if it is malformed. */
export function callerIn(header: string | readonly string[] | undefined): SpanContext | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header) ?? []
  // A later version may add fields.
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  const caller = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(caller) ? caller : undefined
}
