import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { addWithinPlan } from '../billing/plan-status.ts'
import { defineUseCase } from '../use-case.ts'
import { checkAddress } from './check-address.ts'
import { checkEvents } from './check-events.ts'
import { signingKey } from './deliveries/message.ts'
import { Events, type Webhook, WebhookUrl } from './webhook.ts'

/** Subscribes a URL to events. Returns the signing secret, which no other use case returns until it is rotated. */
export const createWebhook = defineUseCase({
  name: 'createWebhook',
  access: 'user',
  scope: 'webhooks:write',
  demand: 'creates',
  input: z.object({ url: WebhookUrl, events: Events }),
  prepare: ({ addressGuard }, _caller, input) => checkAddress(addressGuard, input.url).map(() => input),
  run(ports, caller, { url, events }) {
    const { webhookSigner, ids, clock } = ports
    const owner = caller.owner
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
    const add = () =>
      addWithinPlan(
        ports,
        owner,
        'maxWebhooks',
        (store) => ResultAsync.fromSafePromise(store.webhooks.insert(webhook)),
        async (store) => (await store.webhooks.list(owner)).length,
      )
    return checkEvents(caller, events)
      .asyncAndThen(add)
      .map(() => ({ webhook, secret: webhookSigner.secret(signingKey(webhook)) }))
  },
  audit: ({ webhook: { id } }) => [{ kind: 'WEBHOOK', id }],
})
