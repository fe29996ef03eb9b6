import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'

/** All of the caller's pages with their links, newest first. */
export const listBioPages = defineUseCase({
  name: 'listBioPages',
  access: 'user',
  scope: 'bio:read',
  demand: 'large-read',
  input: z.object({}),
  run: ({ store }, caller) => ResultAsync.fromSafePromise(store.bioPages.list(caller.owner)),
})
