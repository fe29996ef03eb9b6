import { ok, safeTry } from 'neverthrow'
import { z } from 'zod'
import { found } from '../../kernel/found.ts'
import { defineUseCase } from '../../use-case.ts'
import { checkNewPassword, PASSWORD_RULE, passwordInput } from '../sessions/password.ts'
import { toAccount } from '../sessions/session.ts'
import { accountId } from './other-account.ts'

/** Sets an account's password and ends its sessions; its API keys stay. For operators only, so no surface offers it. */
export const replacePassword = defineUseCase({
  name: 'replacePassword',
  access: 'admin',
  scope: null,
  replayed: false,
  noDryRun: 'A change of the password',
  input: z.object({ id: accountId, password: passwordInput('password').describe(PASSWORD_RULE) }),
  // The hash takes too long for a transaction.
  prepare: ({ store, passwords }, _caller, { id, password }) =>
    safeTry(async function* () {
      const account = await store.users.find(id)
      // `run` finds no account either.
      if (account === undefined) return ok({ id, hash: undefined })
      return ok({ id, hash: yield* passwords.hash(yield* checkNewPassword(password, account), 'login') })
    }),
  run: ({ store: { users } }, _caller, { id, hash }) =>
    found(users.lock(id), 'User').map(async (account) => {
      if (hash !== undefined) await users.setPassword(id, hash)
      return toAccount(account)
    }),
  audit: (_account, { id }) => [{ kind: 'ACCOUNT', owner: id, changed: ['password'] }],
})
