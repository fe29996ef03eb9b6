import type { WebhookId } from '../../kernel/ids.ts'
import type { DeliveryOutcome } from './deliveries.port.ts'

/** A change of a webhook's count of consecutive failures. */
export interface FailureStreak {
  readonly webhook: WebhookId
  /** A delivery succeeded: set the count to 0 before adding `failures`. */
  readonly reset: boolean
  readonly failures: number
  /** The endpoint responded with 410 Gone. */
  readonly gone: boolean
}

/** Reduces outcomes, in their order, to one change per webhook; omits webhooks with an unchanged count. */
export function failureStreaks(outcomes: readonly DeliveryOutcome[]): readonly FailureStreak[] {
  const streaks = new Map<WebhookId, FailureStreak>()
  for (const { webhook, status, gone } of outcomes) {
    if (status === 'PENDING') continue
    const before = streaks.get(webhook) ?? { webhook, reset: false, failures: 0, gone: false }
    streaks.set(
      webhook,
      status === 'SUCCEEDED'
        ? { ...before, reset: true, failures: 0 }
        : { ...before, failures: before.failures + 1, gone: before.gone || gone },
    )
  }
  return [...streaks.values()]
}
