import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { User } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { checkNewPassword, givenPassword } from './password.ts'
import { openSession } from './session.ts'
import type { AccountRecord } from './users.port.ts'

/** Changes the caller's password: every earlier session ends and a new one begins. */
export const changePassword = defineUseCase({
  name: 'changePassword',
  access: 'user',
  replayed: false,
  input: z.object({ oldPassword: givenPassword('oldPassword'), newPassword: givenPassword('newPassword') }),
  run: (ports, caller, { oldPassword, newPassword }) =>
    findByPassword(ports, caller, oldPassword)
      .andThen((account) =>
        checkNewPassword(newPassword, account, 'newPassword')
          .asyncAndThen((password) => ports.passwords.hash(password, 'login'))
          .andThen((hash) =>
            ResultAsync.fromSafePromise(ports.store.users.changePassword(account.id, account.passwordHash, hash)),
          ),
      )
      // When it was changed meanwhile, the old password is no longer the old password.
      .andThen((changed) => (changed ? openSession(ports, changed) : errAsync(WRONG_PASSWORD))),
})

const WRONG_PASSWORD = { type: 'wrong-password' } as const

function findByPassword(
  { store, passwords }: Ports,
  caller: User,
  password: string,
): ResultAsync<AccountRecord, ErrorOf<'wrong-password' | 'overloaded'>> {
  return ResultAsync.fromSafePromise(store.users.find(caller.userId)).andThen((account) => {
    if (account === undefined) return errAsync(WRONG_PASSWORD)
    return passwords
      .verify(account.passwordHash, password)
      .andThen((verdict) => (verdict === 'wrong' ? errAsync(WRONG_PASSWORD) : okAsync(account)))
  })
}
