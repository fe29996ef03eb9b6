import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { EVENT_TYPES } from '../../events.ts'
import type { WebhookId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'
import { findWebhook } from '../find-webhook.ts'
import { sampleEvent } from './sample-event.ts'

/** Queues a sample event for one of the caller's webhooks, by default of the first type that the webhook subscribes to. */
export const sendTestEvent = defineUseCase({
  name: 'sendTestEvent',
  access: 'user',
  scope: 'webhooks:write',
  demand: 'creates',
  noDryRun: 'A test event',
  input: z.object({
    webhook: id<WebhookId>().describe("The webhook's id."),
    event: z
      .enum(EVENT_TYPES, `event must be one of ${EVENT_TYPES.join(', ')}`)
      .nullish()
      .describe('The event type; the first subscribed type if omitted.'),
  }),
  run: ({ store, dispatcher, ids, clock }, caller, { webhook, event }) =>
    findWebhook(store, caller.owner, webhook)
      .andThen((webhook) => {
        const type = event ?? webhook.events[0] ?? 'link.created'
        const sample = sampleEvent(type, { id: ids.event(), owner: webhook.owner, at: clock.now() })
        return ResultAsync.fromSafePromise(store.outbox.addTo(webhook, sample))
      })
      .andTee(() => dispatcher.wake()),
  audit: (_delivery, { webhook }) => [{ kind: 'WEBHOOK', id: webhook }],
})
