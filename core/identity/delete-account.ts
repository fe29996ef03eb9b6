import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'

/** Deletes the caller's account with all its records, in one transaction. Its tokens and keys are invalid at once. */
export const deleteAccount = defineUseCase({
  name: 'deleteAccount',
  access: 'user',
  input: z.object({}),
  run: ({ store }, caller) =>
    store.atomic((store) => ResultAsync.fromSafePromise(store.users.delete(caller.userId)).map(() => true)),
})
