import { err, ok, type Result, ResultAsync, safeTry } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { UserId } from '../../kernel/ids.ts'
import { text } from '../../kernel/input.ts'
import type { Store } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { checkNewPassword, PASSWORD_RULE, passwordInput } from '../sessions/password.ts'
import type { ResetLink } from './reset-links.port.ts'

/** Well above the length of any token. */
const MAX_TOKEN_LENGTH = 1000

/** The error is the same for an unknown, a used, a replaced and an expired link. */
const INVALID: ErrorOf<'not-found'> = { type: 'not-found', what: 'Reset link' }

/** Sets the password of the account that a reset link was created for, ends its sessions and uses up the link. */
export const useResetLink = defineUseCase({
  name: 'useResetLink',
  access: 'anyone',
  scope: null,
  replayed: false,
  noDryRun: 'A reset of the password',
  input: z.object({
    token: text('token', { max: MAX_TOKEN_LENGTH }).describe(
      `The token in the reset link, after the \`#\`; at most ${MAX_TOKEN_LENGTH} characters.`,
    ),
    newPassword: passwordInput('newPassword').describe(`The new password: ${PASSWORD_RULE}`),
  }),
  run: ({ store, passwords, clock, digest }, _caller, { token, newPassword }) =>
    safeTry(async function* () {
      const link = await store.resetLinks.find(digest(token), clock.now())
      if (link === undefined) return err(INVALID)
      const account = await store.users.find(link.owner)
      if (account?.epoch !== link.epoch) return err(INVALID)
      const password = yield* checkNewPassword(newPassword, account, 'newPassword')
      const hash = yield* passwords.hash(password, 'login')
      return store.atomic((store) => new ResultAsync(takeLink(store, link, hash)))
    }),
  audit: (owner) => [{ kind: 'ACCOUNT', owner, changed: ['password'] }],
})

async function takeLink(store: Store, link: ResetLink, hash: string): Promise<Result<UserId, typeof INVALID>> {
  const account = await store.users.lock(link.owner)
  // A concurrent call may have used the link, or changed the password.
  if (account?.epoch !== link.epoch || !(await store.resetLinks.take(link.digest))) return err(INVALID)
  await store.users.setPassword(account.id, hash)
  await store.sessions.keepOnly(account.id, undefined, account.epoch)
  return ok(account.id)
}
