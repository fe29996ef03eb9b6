import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { addWithinPlan } from '../billing/plan-status.ts'
import { defineUseCase } from '../use-case.ts'
import { checkAddress } from './check-address.ts'
import { signingKey } from './message.ts'
import { Events, type Webhook, WebhookUrl } from './webhook.ts'

/** Subscribes a URL to events. Returns the signing secret, which no other use case returns until it is rotated. */
export const createWebhook = defineUseCase({
  name: 'createWebhook',
  access: 'user',
  demand: 'creates',
  input: z.object({ url: WebhookUrl, events: Events }),
  prepare: ({ addressGuard }, _caller, input) => checkAddress(addressGuard, input.url).map(() => input),
  run(ports, caller, { url, events }) {
    const { webhookSigner, ids, clock } = ports
    const owner = caller.userId
    const webhook: Webhook = {
      id: ids.webhook(),
      owner,
      url,
      events,
      enabled: true,
      secretVersion: 1,
      previousSecretUntil: null,
      failures: 0,
      createdAt: clock.now(),
    }
    return addWithinPlan(
      ports,
      owner,
      'maxWebhooks',
      (store) => ResultAsync.fromSafePromise(store.webhooks.insert(webhook)),
      async (store) => (await store.webhooks.list(owner)).length,
    ).map(() => ({ webhook, secret: webhookSigner.secret(signingKey(webhook)) }))
  },
})
