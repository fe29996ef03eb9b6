import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'

/** The caller's claims, newest first. */
export const listDomains = defineUseCase({
  name: 'listDomains',
  access: 'user',
  scope: 'domains:read',
  input: z.object({}),
  run: ({ store }, caller) => ResultAsync.fromSafePromise(store.domains.list(caller.owner)),
})
