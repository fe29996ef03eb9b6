import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { WebhookId } from '../../kernel/ids.ts'
import { id, withDefault } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'
import { findWebhook } from '../find-webhook.ts'

const MAX_DELIVERIES = 100
/** Small reads may run in parallel with other reads of the account. */
const FEW = 10

/** The newest deliveries of one of the caller's webhooks. */
export const listWebhookDeliveries = defineUseCase({
  name: 'listWebhookDeliveries',
  access: 'user',
  scope: 'webhooks:read',
  input: z.object({
    webhook: id<WebhookId>().describe("The webhook's id."),
    take: withDefault(
      z
        .int('take must be a whole number')
        .min(1, 'take must be at least 1')
        .max(MAX_DELIVERIES, `take must be at most ${MAX_DELIVERIES}`),
      MAX_DELIVERIES,
    ).describe(`Number of deliveries to return: 1 to ${MAX_DELIVERIES}.`),
  }),
  demandOf: ({ take }) => (take > FEW ? 'large-read' : undefined),
  run: ({ store }, caller, { webhook, take }) =>
    findWebhook(store, caller.owner, webhook).andThen(({ id }) =>
      ResultAsync.fromSafePromise(store.deliveries.listByWebhook(id, take)),
    ),
})
