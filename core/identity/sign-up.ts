import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'
import { checkNewPassword, givenPassword } from './password.ts'
import { openSession } from './session.ts'
import { Email, Name } from './user.ts'

/** Opens an account and its first session. */
export const signUp = defineUseCase({
  name: 'signUp',
  access: 'anyone',
  demand: 'creates',
  replayed: false,
  input: z.object({ name: Name, email: Email, password: givenPassword('password') }),
  run: (ports, _caller, { name, email, password }) =>
    checkNewPassword(password, { name, email })
      .asyncAndThen((password) => ports.passwords.hash(password, 'sign-up'))
      .andThen((passwordHash) =>
        ports.store.users.insert({
          id: ports.ids.user(),
          name,
          email,
          passwordHash,
          epoch: 0,
          disabledAt: null,
          createdAt: ports.clock.now(),
        }),
      )
      .andThen((account) => openSession(ports, account)),
})
