import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import { text } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { givenPassword } from './password.ts'
import { openSession } from './session.ts'
import type { AccountRecord } from './users.port.ts'

/** An e-mail address as a caller gives it to log in. */
export const GivenEmail = text('email', { max: 1024 }).transform((email) => email.trim())

/** Opens a session for a known address and its password; which of the two was wrong is not told, in words or in time. */
export const logIn = defineUseCase({
  name: 'logIn',
  access: 'anyone',
  replayed: false,
  input: z.object({ email: GivenEmail, password: givenPassword('password') }),
  run: (ports, _caller, { email, password }) =>
    findByPassword(ports, email, password).andThen((account) => openSession(ports, account)),
})

function findByPassword(
  ports: Ports,
  email: string,
  password: string,
): ResultAsync<AccountRecord, ErrorOf<'bad-credentials' | 'overloaded'>> {
  const { store, passwords } = ports
  return ResultAsync.fromSafePromise(store.users.findByEmail(email)).andThen((account) =>
    passwords.verify(account?.passwordHash ?? passwords.decoy, password).andThen((verdict) => {
      if (account === undefined || account.disabledAt !== null || verdict === 'wrong') {
        return errAsync({ type: 'bad-credentials' as const })
      }
      if (verdict === 'right') return okAsync(account)
      return rehash(ports, account, password).map(() => account)
    }),
  )
}

/** Left to the next login when the queue is full. */
const rehash = ({ store, passwords }: Ports, { id, passwordHash }: AccountRecord, password: string) =>
  passwords
    .hash(password, 'login')
    .andThen((hash) => ResultAsync.fromSafePromise(store.users.rehash(id, passwordHash, hash)))
    .orElse(() => okAsync())
