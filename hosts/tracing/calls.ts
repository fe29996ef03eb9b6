import { SpanKind } from '@opentelemetry/api'
import type { StatementDone } from '@shortlink/adapters/kit'
import type { App } from '@shortlink/core'
import type { WebhookSender } from '@shortlink/core/ports'
import { ResultAsync } from 'neverthrow'
import { isSampled, type Sampling } from './sampling.ts'
import { endSpan, type Spans } from './spans.ts'

/** Use cases, each as a span below its request. */
export const tracedApp = (spans: Spans, app: App): App => ({
  run(useCase, caller, raw, options) {
    const attributes = { 'shortlink.surface': options?.origin?.surface, 'shortlink.caller': caller.kind }
    const span = spans.startChild(useCase.name, { attributes })
    if (span === undefined) return app.run(useCase, caller, raw, options)
    const settled = spans.under(span, async () => {
      try {
        const result = await app.run(useCase, caller, raw, options)
        endSpan(span, result.isErr() ? result.error.type : undefined)
        return result
      } catch (error) {
        endSpan(span, '_OTHER')
        throw error
      }
    })
    return new ResultAsync(settled)
  },
})

/** Records a statement below its use case or request: its operation and table, never its text or values. */
export const tracedStatements =
  (spans: Spans, system: string) =>
  ({ sql, durationMs, error }: StatementDone): void => {
    if (!spans.canStartChild()) return
    const { operation, table } = summaryOf(sql)
    const span = spans.startChild(table === undefined ? operation : `${operation} ${table}`, {
      kind: SpanKind.CLIENT,
      startedAt: performance.now() - durationMs,
      attributes: { 'db.system.name': system, 'db.operation.name': operation, 'db.collection.name': table },
    })
    if (span) endSpan(span, error === undefined ? undefined : codeOf(error))
  }

/** The statement's operation, and the first table that it reads or writes. */
function summaryOf(sql: string) {
  const first = /[a-z]+/i.exec(sql)?.[0].toUpperCase() ?? 'OTHER'
  const operation =
    first === 'WITH'
      ? (/\b(?:insert(?= into)|delete(?= from)|update(?= "))/i.exec(sql)?.[0].toUpperCase() ?? 'SELECT')
      : first
  return { operation, table: /\b(?:from|into|update)\s+"?([a-z_]{1,63})/i.exec(sql)?.[1] }
}

const codeOf = (error: unknown) => String((error as { readonly code?: unknown } | null)?.code ?? '_OTHER')

/** Attempts to deliver webhooks, each as a separate trace. Receivers get no `traceparent`. */
export function tracedSender(spans: Spans, sender: WebhookSender, sampling: Sampling): WebhookSender {
  return {
    async send(message, signal) {
      if (!isSampled(sampling, undefined)) return sender.send(message, signal)
      const span = spans.startTrace('deliver webhook', undefined, {
        kind: SpanKind.CLIENT,
        attributes: { 'http.request.method': 'POST', 'shortlink.delivery_id': message.headers['webhook-id'] },
      })
      const result = await sender.send(message, signal)
      if (result.kind === 'answered') span.span.setAttribute('http.response.status_code', result.status)
      const isFailed = result.kind === 'failed' || result.status >= 400
      endSpan(span, isFailed ? (result.kind === 'failed' ? '_OTHER' : String(result.status)) : undefined)
      return result
    },
  }
}
