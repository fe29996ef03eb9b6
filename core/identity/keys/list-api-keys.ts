import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../../use-case.ts'

/** The caller's API keys, newest first, without their secrets. */
export const listApiKeys = defineUseCase({
  name: 'listApiKeys',
  access: 'user',
  scope: 'account',
  input: z.object({}),
  run: ({ store }, caller) => ResultAsync.fromSafePromise(store.apiKeys.list(caller.userId)),
})
