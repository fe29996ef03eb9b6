import { safeTry } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'
import { checkNewPassword, PASSWORD_RULE, passwordInput } from './password.ts'
import { openSession } from './session.ts'
import { EMAIL_RULE, Email, NAME_RULE, Name } from './user.ts'

/** Creates an account and opens its first session. */
export const signUp = defineUseCase({
  name: 'signUp',
  access: 'anyone',
  demand: 'creates',
  replayed: false,
  input: z.object({
    name: Name.describe(NAME_RULE),
    email: Email.describe(EMAIL_RULE),
    password: passwordInput('password').describe(PASSWORD_RULE),
  }),
  run: (ports, _caller, { name, email, password }) =>
    safeTry(async function* () {
      const { store, passwords, ids, clock } = ports
      const passwordHash = yield* passwords.hash(yield* checkNewPassword(password, { name, email }), 'sign-up')
      const [id, createdAt] = [ids.user(), clock.now()]
      const account = { id, name, email, passwordHash, epoch: 0, disabledAt: null, createdAt }
      return openSession(ports, yield* store.users.insert(account))
    }),
})
