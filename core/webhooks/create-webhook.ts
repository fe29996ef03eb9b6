import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'
import { checkAddress } from './check-address.ts'
import { signingKey } from './message.ts'
import { Events, type Webhook, WebhookUrl } from './webhook.ts'

/** Subscribes an address of the caller's to events. The signing secret is in this answer and nowhere else. */
export const createWebhook = defineUseCase({
  name: 'createWebhook',
  access: 'user',
  input: z.object({ url: WebhookUrl, events: Events }),
  check: ({ addressGuard }, { url }) => checkAddress(addressGuard, url),
  run({ store, webhookSigner, ids, clock }, caller, { url, events }) {
    const webhook: Webhook = {
      id: ids.webhook(),
      owner: caller.userId,
      url,
      events,
      enabled: true,
      secretVersion: 1,
      previousSecretUntil: null,
      createdAt: clock.now(),
    }
    return ResultAsync.fromSafePromise(store.webhooks.insert(webhook)).map(() => ({
      webhook,
      secret: webhookSigner.secret(signingKey(webhook)),
    }))
  },
})
