import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { DeliveryId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Sends an event again, under the same `webhook-id`, with the whole retry schedule before it. */
export const replayWebhookDelivery = defineUseCase({
  name: 'replayWebhookDelivery',
  access: 'user',
  input: z.object({ id: id<DeliveryId>() }),
  run: ({ store, dispatcher, clock }, caller, { id }) =>
    ResultAsync.fromSafePromise(store.deliveries.replayOwned(caller.userId, id, clock.now()))
      .andThen((delivery) =>
        delivery ? ok(delivery) : err({ type: 'not-found' as const, what: 'Webhook delivery' as const }),
      )
      .andTee(() => dispatcher.wake()),
})
