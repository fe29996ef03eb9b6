import { err, ok, type Result } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import { fold } from '../kernel/fold.ts'
import { text } from '../kernel/input.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { type Account, foldEmail } from './user.ts'

/** What is accepted to be compared; the rules of {@link checkNewPassword} are for new passwords alone. */
export const givenPassword = (name: string) => text(name, { max: 1024 }).transform(normalizePassword)

/** Bounds count characters, not UTF-16 units (NIST SP 800-63B, 5.1.1.2, which also asks for NFKC). */
const MIN = 8
const MAX = 128

function normalizePassword(password: string) {
  return password.normalize('NFKC')
}

/**
 * Refuses a password that is too short, too long, the account's own name or address, or among the first that an attacker tries.
 * `argument` is what the caller knows it by.
 */
export function checkNewPassword(
  password: string,
  account: Pick<Account, 'name' | 'email'>,
  argument = 'password',
): Result<string, ErrorOf<'invalid-input'>> {
  const length = [...password].length
  const folded = fold(password)
  if (length < MIN || length > MAX) return weak(argument, `must have ${MIN} to ${MAX} characters`)
  if (folded === foldEmail(account.email) || folded === fold(account.name)) {
    return weak(argument, 'must not be the e-mail address or the name')
  }
  if (COMMON_PASSWORDS.has(folded)) return weak(argument, 'is among the most common ones')
  return ok(password)
}

const weak = (path: string, why: string) => err({ type: 'invalid-input' as const, message: `${path} ${why}`, path })
