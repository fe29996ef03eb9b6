import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { tombstoneTime } from '../../links/delete/tombstones.ts'
import { defineUseCase } from '../../use-case.ts'
import { rememberAccount } from '../sessions/sign-up-policy.ts'

/**
 * Deletes the caller's account. All its records, tokens and keys disappear at once for every caller and visitor. The rows of a large
 * account are removed from the database afterwards, in steps.
 */
export const deleteAccount = defineUseCase({
  name: 'deleteAccount',
  access: 'user',
  scope: 'account',
  input: z.object({}),
  run: ({ store, policy, clock }, caller) =>
    store.atomic((store) =>
      ResultAsync.fromSafePromise(store.users.delete(caller.userId, tombstoneTime({ policy, clock })))
        .andThen(() => ResultAsync.fromSafePromise(rememberAccount(store.instance)))
        .map(() => true),
    ),
})
