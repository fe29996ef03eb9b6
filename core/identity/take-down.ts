import { ok, type ResultAsync, safeTry } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import { found } from '../kernel/found.ts'
import { parseInput } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { checkNewPassword, passwordInput } from './password.ts'
import { toAccount } from './session.ts'
import type { Account } from './user.ts'

/**
 * Disables or enables an account. While it is disabled its credentials are rejected, its links and pages are closed to visitors, and its
 * webhook deliveries wait. For operators only, so no surface offers it.
 */
export const setAccountDisabled = (
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  email: string,
  disabled: boolean,
): ResultAsync<Account, ErrorOf<'not-found'>> =>
  found(store.users.findByEmail(email), 'User')
    .andThen(({ id }) => found(store.users.setDisabled(id, disabled ? clock.now() : null), 'User'))
    .map(toAccount)

/** Sets an account's password and ends its sessions; its API keys stay. For operators only, so no surface offers it. */
export const replacePassword = (
  { store, passwords }: Pick<Ports, 'store' | 'passwords'>,
  email: string,
  password: string,
): ResultAsync<Account, ErrorOf<'not-found' | 'invalid-input' | 'overloaded'>> =>
  safeTry(async function* () {
    const account = yield* found(store.users.findByEmail(email), 'User')
    const input = yield* parseInput(z.object({ password: passwordInput('password') }), { password })
    const hash = yield* passwords.hash(yield* checkNewPassword(input.password, account), 'login')
    await store.users.setPassword(account.id, hash)
    return ok(toAccount(account))
  })
