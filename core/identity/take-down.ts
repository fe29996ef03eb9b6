import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import { parseInput } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { checkNewPassword, givenPassword } from './password.ts'
import { toAccount } from './session.ts'
import type { Account } from './user.ts'
import type { AccountRecord } from './users.port.ts'

type Missing = ErrorOf<'not-found'>

/**
 * Disables an account: its credentials are refused, its links and pages are closed to visitors, and its webhooks wait. Enabling brings
 * all of it back. For operators, so no surface offers it.
 */
export const setAccountDisabled = (
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  email: string,
  disabled: boolean,
): ResultAsync<Account, Missing> =>
  findAccount(store, email)
    .andThen(({ id }) => ResultAsync.fromSafePromise(store.users.setDisabled(id, disabled ? clock.now() : null)))
    .andThen((account) => (account ? okAsync(toAccount(account)) : errAsync(MISSING)))

/** Gives an account another password and ends its sessions; its API keys stay. For operators, so no surface offers it. */
export const replacePassword = (
  { store, passwords }: Pick<Ports, 'store' | 'passwords'>,
  email: string,
  password: string,
): ResultAsync<Account, Missing | ErrorOf<'invalid-input' | 'overloaded'>> =>
  findAccount(store, email).andThen((account) =>
    parseInput(z.object({ password: givenPassword('password') }), { password })
      .andThen((given) => checkNewPassword(given.password, account))
      .asyncAndThen((normalized) => passwords.hash(normalized, 'login'))
      .andThen((hash) => ResultAsync.fromSafePromise(store.users.setPassword(account.id, hash)))
      .map(() => toAccount(account)),
  )

const MISSING = { type: 'not-found', what: 'User' } as const

const findAccount = ({ users }: Ports['store'], email: string): ResultAsync<AccountRecord, Missing> =>
  ResultAsync.fromSafePromise(users.findByEmail(email)).andThen((account) =>
    account ? okAsync(account) : errAsync(MISSING),
  )
