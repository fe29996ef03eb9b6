import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'

/** Removes the caller's account and everything that is theirs, in one transaction; tokens and keys are void at once. */
export const deleteAccount = defineUseCase({
  name: 'deleteAccount',
  access: 'user',
  input: z.object({}),
  run: ({ store }, caller) =>
    store.atomic((store) => ResultAsync.fromSafePromise(store.users.delete(caller.userId)).map(() => true)),
})
