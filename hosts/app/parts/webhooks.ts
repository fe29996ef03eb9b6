import type { Clock, Store, WebhookSender, WebhookSigner } from '@shortlink/core/ports'
import type { Log } from '../../kit/log.ts'
import type { Settings } from '../settings/settings.ts'

/** Opens the webhook dispatcher; call its `start` separately. */
export async function openDispatcher(
  { BASE_URL, WEBHOOK_RETRY_SCHEDULE }: Settings,
  log: Log,
  { deliveries }: Store,
  clock: Clock,
  sender: WebhookSender,
  signer: WebhookSigner,
) {
  const { webhookDispatcher } = await import('@shortlink/adapters/webhooks')
  return webhookDispatcher(
    {
      deliveries,
      sender,
      signer,
      clock,
      random: Math.random,
      baseUrl: BASE_URL,
      schedule: WEBHOOK_RETRY_SCHEDULE.map((seconds) => seconds * 1000),
    },
    (err) => log.error({ err }, 'webhooks cannot be delivered'),
  )
}
