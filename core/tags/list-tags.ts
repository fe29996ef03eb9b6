import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'

/** The caller's tags, by name. */
export const listTags = defineUseCase({
  name: 'listTags',
  access: 'user',
  scope: 'links:read',
  demand: 'large-read',
  input: z.object({}),
  run: ({ store }, caller) => ResultAsync.fromSafePromise(store.tags.list(caller.owner)),
})
