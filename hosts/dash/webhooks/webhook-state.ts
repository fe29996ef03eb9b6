import type { DeliveryStatus } from '@shortlink/core'

/** Number of consecutive events with a final failure after which the server disables a webhook. */
export const FAILURES_TO_DISABLE = 20

/** Whether a webhook sends, and if not, the cause. */
type WebhookState = 'on' | 'failing' | 'off' | 'failed' | 'gone'

interface Known {
  readonly enabled: boolean
  readonly failures: number
}

interface Result {
  readonly status: string
  readonly response: string | null
}

/** The state of a webhook, by its count of failures and its newest finished delivery. */
export function stateOf({ enabled, failures }: Known, deliveries: readonly Result[]): WebhookState {
  if (enabled) return failures > 0 ? 'failing' : 'on'
  if (failures >= FAILURES_TO_DISABLE) return 'failed'
  const last = deliveries.find(({ status }) => status !== 'PENDING')
  return last !== undefined && answerOf(last.response).line === 'HTTP 410' ? 'gone' : 'off'
}

/** The first line of a result, which is the status or the error, and the text of the endpoint's response. */
export function answerOf(response: string | null): { readonly line: string; readonly text: string } {
  const [line = '', ...rest] = (response ?? '').split('\n')
  return { line, text: rest.join('\n') }
}

/** All statuses of a delivery. */
export const STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED'] as const satisfies readonly DeliveryStatus[]

/** The status in a URL or a response; undefined for any other text. */
export const statusOf = (text: string | undefined): DeliveryStatus | undefined =>
  STATUSES.find((status) => status === text)

/** JSON with one member per line; other text unchanged. */
export function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
