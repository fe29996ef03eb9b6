import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'

/** The account's import in the background with its progress; null without one. It is deleted seven days after its last change. */
export const latestImport = defineUseCase({
  name: 'latestImport',
  access: 'user',
  scope: 'links:read',
  input: z.object({}),
  run: ({ store }, { owner }) => ResultAsync.fromSafePromise(store.imports.find(owner)).map((found) => found ?? null),
})
