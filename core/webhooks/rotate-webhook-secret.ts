import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { WebhookId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { ROTATION_OVERLAP_MS, signingKey } from './deliveries/message.ts'

/** Replaces a webhook's secret and returns the new one, once. The previous secret also signs for 24 hours. */
export const rotateWebhookSecret = defineUseCase({
  name: 'rotateWebhookSecret',
  access: 'user',
  scope: 'webhooks:write',
  input: z.object({ id: id<WebhookId>().describe("The webhook's id.") }),
  run: ({ store, webhookSigner, clock }, caller, { id }) =>
    found(store.webhooks.rotateOwned(caller.owner, id, clock.now() + ROTATION_OVERLAP_MS), 'Webhook').map(
      (webhook) => ({
        webhook,
        secret: webhookSigner.secret(signingKey(webhook)),
      }),
    ),
  audit: (_rotated, { id }) => [{ kind: 'WEBHOOK', id, changed: ['secret'] }],
})
