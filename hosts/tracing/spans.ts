import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'

interface Trace {
  /** Milliseconds to add to the monotonic clock, so that all times of a trace fit together. */
  readonly clockOffsetMs: number
  spansLeft: number
}

/** A span in progress, under which others begin. */
export interface ActiveSpan {
  readonly span: Span
  readonly context: Context
  readonly trace: Trace
}

interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /** On the monotonic clock, in milliseconds; now by default. */
  readonly startedAt?: number
}

/** Maximum number of spans below a request's own: a stream lasts for hours, and a bulk call runs thousands of statements. */
const MAX_SPANS_PER_TRACE = 500

/** Spans of this process. The current one follows asynchronous work, and only where a request is traced. */
export function createSpans(tracer: Tracer) {
  const current = new AsyncLocalStorage<ActiveSpan>()

  function start(name: string, trace: Trace, parent: Context, { startedAt, ...options }: SpanOptions): Span {
    const startTime = trace.clockOffsetMs + (startedAt ?? performance.now())
    return tracer.startSpan(name, { ...options, startTime }, parent)
  }

  return {
    /** Begins a trace, or continues the caller's. */
    startTrace(name: string, caller: SpanContext | undefined, options: SpanOptions): ActiveSpan {
      const ofTrace = { clockOffsetMs: Date.now() - performance.now(), spansLeft: MAX_SPANS_PER_TRACE }
      const parent = caller === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, caller)
      return activeSpan(start(name, ofTrace, parent, options), ofTrace)
    },
    /** Begins a span below the current one; undefined where nothing is traced, and beyond the maximum. */
    startChild(name: string, options: SpanOptions): ActiveSpan | undefined {
      const parent = current.getStore()
      if (parent === undefined || parent.trace.spansLeft <= 0) return undefined
      parent.trace.spansLeft -= 1
      return activeSpan(start(name, parent.trace, parent.context, options), parent.trace)
    },
    /** Whether a span could begin below the current one. */
    canStartChild: (): boolean => (current.getStore()?.trace.spansLeft ?? 0) > 0,
    /** Runs work with the span as the current one. */
    under: <T>(span: ActiveSpan, work: () => T): T => current.run(span, work),
  }
}

export type Spans = ReturnType<typeof createSpans>

const activeSpan = (span: Span, ofTrace: Trace): ActiveSpan => ({
  span,
  context: trace.setSpan(ROOT_CONTEXT, span),
  trace: ofTrace,
})

/** Ends the span, as failed if there is an error. Codes only: messages may contain what users wrote. */
export function endSpan({ span, trace }: ActiveSpan, errorType?: string, endedAt = performance.now()): void {
  if (errorType !== undefined) {
    span.setAttribute('error.type', errorType)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end(trace.clockOffsetMs + endedAt)
}

/** Ends the first span of a trace. Nothing begins below it any more, such as work of a timer that the request has started. */
export function endTrace(active: ActiveSpan, errorType?: string, endedAt?: number): void {
  active.trace.spansLeft = 0
  endSpan(active, errorType, endedAt)
}
