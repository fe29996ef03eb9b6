import { z } from 'zod'
import { changesInput } from '../audit/changes.ts'
import { found } from '../kernel/found.ts'
import type { WebhookId } from '../kernel/ids.ts'
import { definedOnly, id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { checkAddress } from './check-address.ts'
import { checkEvents } from './check-events.ts'
import { Events, WebhookUrl } from './webhook.ts'

/**
 * Changes one of the caller's webhooks. Absent fields keep their value. Deliveries queued for a disabled webhook wait until it is
 * enabled again.
 */
export const updateWebhook = defineUseCase({
  name: 'updateWebhook',
  access: 'user',
  scope: 'webhooks:write',
  input: z.object({
    id: id<WebhookId>().describe("The webhook's id."),
    url: WebhookUrl.optional(),
    events: Events.optional(),
    enabled: z
      .boolean('enabled must be true or false')
      .optional()
      .describe('Whether to send events. Enabling resets the failure count.'),
  }),
  prepare: ({ addressGuard }, _caller, input) => checkAddress(addressGuard, input.url).map(() => input),
  run: ({ store, dispatcher }, caller, { id, ...changes }) =>
    checkEvents(caller, changes.events)
      .asyncAndThen(() => found(store.webhooks.updateOwned(caller.owner, id, definedOnly(changes)), 'Webhook'))
      .andTee(() => dispatcher.wake()),
  audit: changesInput('WEBHOOK'),
})
