import { z } from 'zod'
import { namesInput } from '../audit/changes.ts'
import { found } from '../kernel/found.ts'
import type { WebhookId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Deletes one of the caller's webhooks with its queued deliveries. */
export const deleteWebhook = defineUseCase({
  name: 'deleteWebhook',
  access: 'user',
  scope: 'webhooks:write',
  input: z.object({ id: id<WebhookId>().describe("The webhook's id.") }),
  run: ({ store }, caller, { id }) =>
    store.atomic((store) => found(store.webhooks.deleteOwned(caller.owner, id), 'Webhook').map(() => true)),
  audit: namesInput('WEBHOOK'),
})
