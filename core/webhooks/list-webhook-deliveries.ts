import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { WebhookId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { findWebhook } from './find-webhook.ts'

const RECENT = 100

/** What was sent to a webhook of the caller's of late, newest first. */
export const listWebhookDeliveries = defineUseCase({
  name: 'listWebhookDeliveries',
  access: 'user',
  demand: 'long-read',
  input: z.object({ webhook: id<WebhookId>() }),
  run: ({ store }, caller, { webhook }) =>
    findWebhook(store, caller.userId, webhook).andThen(({ id }) =>
      ResultAsync.fromSafePromise(store.deliveries.listByWebhook(id, RECENT)),
    ),
})
