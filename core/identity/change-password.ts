import { errAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { User } from '../kernel/caller.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { checkNewPassword, givenPassword } from './password.ts'
import { openSession } from './session.ts'

/** Changes the caller's password: every earlier session ends and a new one begins. */
export const changePassword = defineUseCase({
  name: 'changePassword',
  access: 'user',
  replayed: false,
  input: z.object({ oldPassword: givenPassword('oldPassword'), newPassword: givenPassword('newPassword') }),
  run: (ports, caller, { oldPassword, newPassword }) =>
    ResultAsync.fromSafePromise(findByPassword(ports, caller, oldPassword)).andThen((account) =>
      account === undefined
        ? errAsync({ type: 'bad-credentials' as const })
        : checkNewPassword(newPassword, account, 'newPassword')
            .asyncAndThen((password) => ResultAsync.fromSafePromise(ports.passwords.hash(password)))
            .andThen((hash) =>
              ResultAsync.fromSafePromise(ports.store.users.changePassword(account.id, account.passwordHash, hash)),
            )
            // Somebody changed it meanwhile, so the old password is no longer the old password.
            .andThen((changed) =>
              changed ? openSession(ports, changed) : errAsync({ type: 'bad-credentials' as const }),
            ),
    ),
})

async function findByPassword({ store, passwords }: Ports, caller: User, password: string) {
  const account = await store.users.find(caller.userId)
  if (account === undefined) return undefined
  return (await passwords.verify(account.passwordHash, password)) === 'wrong' ? undefined : account
}
