import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../../use-case.ts'
import { toAccount } from '../sessions/session.ts'
import { IgnoredAddresses } from './ignored-addresses.ts'

/** Replaces the IP addresses that are excluded from recording visits to the caller's links, and returns the account. */
export const setIgnoredAddresses = defineUseCase({
  name: 'setIgnoredAddresses',
  access: 'user',
  scope: 'account',
  input: z.object({ ignoredAddresses: IgnoredAddresses }),
  run: ({ store }, { userId }, { ignoredAddresses }) =>
    ResultAsync.fromSafePromise(store.users.setIgnoredAddresses(userId, ignoredAddresses)).andThen((account) =>
      account ? okAsync(toAccount(account)) : errAsync({ type: 'not-logged-in' as const }),
    ),
  audit: () => [{ kind: 'ACCOUNT', changed: ['ignoredAddresses'] }],
})
