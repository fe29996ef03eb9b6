import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { WebhookId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { findWebhook } from './find-webhook.ts'

const MAX_DELIVERIES = 100

/** The 100 newest deliveries of one of the caller's webhooks. */
export const listWebhookDeliveries = defineUseCase({
  name: 'listWebhookDeliveries',
  access: 'user',
  demand: 'large-read',
  input: z.object({ webhook: id<WebhookId>().describe("The webhook's id.") }),
  run: ({ store }, caller, { webhook }) =>
    findWebhook(store, caller.userId, webhook).andThen(({ id }) =>
      ResultAsync.fromSafePromise(store.deliveries.listByWebhook(id, MAX_DELIVERIES)),
    ),
})
