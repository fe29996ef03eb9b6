import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { WebhookId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { checkAddress } from './check-address.ts'
import { Events, WebhookUrl } from './webhook.ts'
import type { WebhookChanges } from './webhooks.port.ts'

/**
 * Changes one of the caller's webhooks; what is left out stays. What is queued for a disabled webhook waits until it is
 * enabled again.
 */
export const updateWebhook = defineUseCase({
  name: 'updateWebhook',
  access: 'user',
  input: z.object({
    id: id<WebhookId>(),
    url: WebhookUrl.optional(),
    events: Events.optional(),
    enabled: z.boolean('enabled must be true or false').optional(),
  }),
  prepare: ({ addressGuard }, _caller, input) => checkAddress(addressGuard, input.url).map(() => input),
  run({ store, dispatcher }, caller, { id, ...asked }) {
    const changes = Object.fromEntries(
      Object.entries(asked).filter(([, value]) => value !== undefined),
    ) as WebhookChanges
    return found(store.webhooks.updateOwned(caller.userId, id, changes), 'Webhook').andTee(() => dispatcher.wake())
  },
})
