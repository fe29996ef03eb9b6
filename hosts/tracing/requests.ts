import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Attributes, SpanKind } from '@opentelemetry/api'
import { currentRequest } from '../kit/request-id.ts'
import { callerIn, isSampled, type Sampling } from './sampling.ts'
import { type ActiveSpan, endTrace, type Spans } from './spans.ts'

/** Runs the work on a request, as a span that ends with the response if the request is sampled. */
export const tracedRequests =
  (spans: Spans, sampling: Sampling) => (request: IncomingMessage, response: ServerResponse, work: () => void) => {
    const caller = callerIn(request.headers.traceparent)
    if (!isSampled(sampling, caller)) return work()
    const method = methodOf(request)
    const current = currentRequest()
    const span = startRequest(spans, method, caller, { ...(current && { 'shortlink.request_id': current.id }) })
    if (current) current.traceId = span.span.spanContext().traceId
    response.once('close', () => endRequest(span, method, current?.route, response))
    spans.under(span, work)
  }

type Redirect = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Records a share of redirects, after their response, so that no visitor waits for it. Others cost a random number. The link is in no
 * attribute.
 */
export function tracedRedirects(spans: Spans, redirect: Redirect, { ratio, followsCaller }: Sampling): Redirect {
  return (request, response) => {
    if (Math.random() >= ratio) return redirect(request, response)
    const startedAt = performance.now()
    if (!redirect(request, response)) return false
    const record = () => {
      const endedAt = performance.now()
      setImmediate(() => recordRedirect(request, response, startedAt, endedAt))
    }
    if (response.writableEnded) record()
    else response.once('close', record)
    return true
  }

  function recordRedirect(request: IncomingMessage, response: ServerResponse, startedAt: number, endedAt: number) {
    const at = request.rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'traceparent')
    const caller = at < 0 ? undefined : callerIn(request.rawHeaders[at + 1])
    if (!isSampled({ ratio: 1, followsCaller }, caller)) return
    const id = response.getHeader('x-request-id')
    const method = methodOf(request)
    const attributes = id === undefined ? {} : { 'shortlink.request_id': String(id) }
    endRequest(startRequest(spans, method, caller, attributes, startedAt), method, '/:slug', response, endedAt)
  }
}

const startRequest = (
  spans: Spans,
  method: string,
  caller: ReturnType<typeof callerIn>,
  attributes: Attributes,
  startedAt = performance.now(),
): ActiveSpan =>
  spans.startTrace(method, caller, {
    kind: SpanKind.SERVER,
    startedAt,
    attributes: { 'http.request.method': method, ...attributes },
  })

function endRequest(
  active: ActiveSpan,
  method: string,
  route: string | undefined,
  { statusCode, closed, writableFinished }: ServerResponse,
  endedAt?: number,
) {
  const { span } = active
  span.setAttribute('http.response.status_code', statusCode)
  if (route !== undefined) {
    span.updateName(`${method} ${route}`)
    span.setAttribute('http.route', route)
  }
  const isCut = closed && !writableFinished
  endTrace(active, statusCode >= 500 ? String(statusCode) : isCut ? 'connection_closed' : undefined, endedAt)
}

/** The methods that OpenTelemetry names; `_OTHER` for others. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'])

const methodOf = ({ method = '' }: IncomingMessage) => (METHODS.has(method) ? method : '_OTHER')
