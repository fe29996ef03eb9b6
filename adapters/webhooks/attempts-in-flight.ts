import type { UserId, WebhookId } from '@shortlink/core'
import type { ClaimedDelivery } from '@shortlink/core/ports'
import { counterMap } from './counter-map.ts'

/** The attempts in flight, counted in all, by owner and by webhook. */
export function attemptsInFlight() {
  const running = new Set<Promise<void>>()
  const owners = counterMap<UserId>()
  const webhooks = counterMap<WebhookId>()

  return {
    counts: () => ({ total: running.size, ofOwner: owners.of, ofWebhook: webhooks.of }),
    /** Counts the attempt until it settles, then calls `onEnd`. It must not reject. */
    add({ webhook: { id, owner } }: ClaimedDelivery, attempt: Promise<void>, onEnd: () => void) {
      owners.add(owner, 1)
      webhooks.add(id, 1)
      const promise = attempt.finally(() => {
        owners.add(owner, -1)
        webhooks.add(id, -1)
        running.delete(promise)
        onEnd()
      })
      running.add(promise)
    },
    /** Resolves when the attempts in flight now have ended. */
    async ended() {
      await Promise.all(running)
    },
  }
}
