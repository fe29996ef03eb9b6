import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'

/** The caller's webhooks, newest first, without their secrets. */
export const listWebhooks = defineUseCase({
  name: 'listWebhooks',
  access: 'user',
  scope: 'webhooks:read',
  input: z.object({}),
  run: ({ store }, caller) => ResultAsync.fromSafePromise(store.webhooks.list(caller.owner)),
})
