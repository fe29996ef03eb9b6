import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'
import { toAccount } from './session.ts'

/** The caller's own account. */
export const getAccount = defineUseCase({
  name: 'getAccount',
  access: 'user',
  input: z.object({}),
  run: ({ store }, caller) =>
    ResultAsync.fromSafePromise(store.users.find(caller.userId)).andThen((account) =>
      account ? okAsync(toAccount(account)) : errAsync({ type: 'not-logged-in' as const }),
    ),
})
