import { z } from 'zod'
import { namesInput } from '../../audit/changes.ts'
import { found } from '../../kernel/found.ts'
import type { DeliveryId, WebhookId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'

/** Queues a delivery again, with the same `webhook-id` and the full retry schedule. */
export const replayWebhookDelivery = defineUseCase({
  name: 'replayWebhookDelivery',
  access: 'user',
  scope: 'webhooks:write',
  input: z.object({
    id: id<DeliveryId>().describe("The delivery's id."),
    webhook: id<WebhookId>('webhook').optional().describe("The webhook's id; only its deliveries match."),
  }),
  run: ({ store, dispatcher, clock }, caller, { id, webhook }) =>
    found(store.deliveries.replayOwned(caller.owner, id, clock.now(), webhook), 'Webhook delivery').andTee(() =>
      dispatcher.wake(),
    ),
  audit: namesInput('WEBHOOK_DELIVERY'),
})
