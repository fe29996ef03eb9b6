import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../../use-case.ts'

/** The caller's campaign templates, oldest first. */
export const campaignTemplates = defineUseCase({
  name: 'campaignTemplates',
  access: 'user',
  scope: 'links:read',
  input: z.object({}),
  run: ({ store }, { owner }) => ResultAsync.fromSafePromise(store.campaignTemplates.list(owner)),
})
