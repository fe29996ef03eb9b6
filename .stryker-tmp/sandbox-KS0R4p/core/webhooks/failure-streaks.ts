import type { WebhookId } from '../kernel/ids.ts'
import type { DeliveryOutcome } from './deliveries.port.ts'

/** What some results mean for a webhook's count of failures in a row. */
export interface FailureStreak {
  readonly webhook: WebhookId
  /** An event arrived, so the count starts anew before `failures` is added. */
  readonly reset: boolean
  readonly failures: number
  readonly gone: boolean
}

/** Folds results, in their order, to one change per webhook; webhooks whose count stays are left out. */
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
