import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { WebhookId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { ROTATION_OVERLAP, signingKey } from './message.ts'

/** Gives a webhook a new secret, told in this answer alone. For 24 hours the one before signs as well. */
export const rotateWebhookSecret = defineUseCase({
  name: 'rotateWebhookSecret',
  access: 'user',
  input: z.object({ id: id<WebhookId>() }),
  run: ({ store, webhookSigner, clock }, caller, { id }) =>
    ResultAsync.fromSafePromise(store.webhooks.rotateOwned(caller.userId, id, clock.now() + ROTATION_OVERLAP)).andThen(
      (webhook) =>
        webhook
          ? ok({ webhook, secret: webhookSigner.secret(signingKey(webhook)) })
          : err({ type: 'not-found' as const, what: 'Webhook' as const }),
    ),
})
