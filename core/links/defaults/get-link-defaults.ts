import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../../use-case.ts'

/** The caller's defaults for new links. Omits deleted records. */
export const linkDefaults = defineUseCase({
  name: 'linkDefaults',
  access: 'user',
  scope: 'links:read',
  input: z.object({}),
  run: ({ store }, { owner }) => ResultAsync.fromSafePromise(store.linkDefaults.find(owner)),
})
