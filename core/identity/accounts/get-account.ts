import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { scopesOf, type User } from '../../kernel/caller.ts'
import { hasScope } from '../../kernel/scopes.ts'
import { defineUseCase } from '../../use-case.ts'
import { toAccount } from '../sessions/session.ts'
import type { Account } from '../user.ts'

/** The caller's own account; without ignored addresses for an API key that lacks the scope `account`. */
export const getAccount = defineUseCase({
  name: 'getAccount',
  access: 'user',
  scope: null,
  input: z.object({}),
  run: ({ store }, caller) =>
    ResultAsync.fromSafePromise(store.users.find(caller.userId)).andThen((account) =>
      account ? okAsync(visibleTo(caller, toAccount(account))) : errAsync({ type: 'not-logged-in' as const }),
    ),
})

const visibleTo = (caller: User, account: Account): Account =>
  hasScope(scopesOf(caller), 'account') ? account : { ...account, ignoredAddresses: [] }
