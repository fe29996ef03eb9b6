import { errAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
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
    ResultAsync.fromSafePromise(findByPassword(ports, email, password)).andThen((account) =>
      account ? openSession(ports, account) : errAsync({ type: 'bad-credentials' as const }),
    ),
})

async function findByPassword({ store, passwords }: Ports, email: string, password: string) {
  const account = await store.users.findByEmail(email)
  const verdict = await passwords.verify(account?.passwordHash ?? (await passwords.decoy()), password)
  if (account === undefined || verdict === 'wrong') return undefined
  if (verdict === 'rehash') await rehash({ store, passwords }, account, password)
  return account
}

async function rehash(
  { store, passwords }: Pick<Ports, 'store' | 'passwords'>,
  account: AccountRecord,
  password: string,
) {
  await store.users.rehash(account.id, account.passwordHash, await passwords.hash(password))
}
