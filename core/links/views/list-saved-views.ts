import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../../use-case.ts'

/** The caller's saved views of the list of links, oldest first. */
export const savedViews = defineUseCase({
  name: 'savedViews',
  access: 'user',
  scope: 'links:read',
  input: z.object({}),
  run: ({ store }, { owner }) => ResultAsync.fromSafePromise(store.savedViews.list(owner)),
})
