import { err, safeTry } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../../use-case.ts'
import { checkNewPassword, PASSWORD_INPUT_RULE, PASSWORD_RULE, passwordInput } from './password.ts'
import { openSession } from './session.ts'

/** Changes the caller's password, ends all sessions and opens a new one. */
export const changePassword = defineUseCase({
  name: 'changePassword',
  access: 'user',
  scope: 'account',
  replayed: false,
  noDryRun: 'A change of the password',
  input: z.object({
    oldPassword: passwordInput('oldPassword').describe(`The current password, ${PASSWORD_INPUT_RULE}.`),
    newPassword: passwordInput('newPassword').describe(`The new password: ${PASSWORD_RULE}`),
  }),
  run: (ports, caller, { oldPassword, newPassword }) =>
    safeTry(async function* () {
      const { store, passwords } = ports
      const account = await store.users.find(caller.userId)
      if (account === undefined) return err(WRONG_PASSWORD)
      if ((yield* passwords.verify(account.passwordHash, oldPassword)) === 'wrong') return err(WRONG_PASSWORD)
      const password = yield* checkNewPassword(newPassword, account, 'newPassword')
      const hash = yield* passwords.hash(password, 'login')
      const changed = await store.users.changePassword(account.id, account.passwordHash, hash)
      // A concurrent call has changed the password, so the old one is wrong by now.
      if (changed === undefined) return err(WRONG_PASSWORD)
      return openSession(ports, changed, caller.client)
    }),
  audit: () => [{ kind: 'ACCOUNT', changed: ['password'] }],
})

const WRONG_PASSWORD = { type: 'wrong-password' } as const
