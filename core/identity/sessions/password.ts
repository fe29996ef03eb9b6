import { err, ok, type Result } from 'neverthrow'
import type { ErrorOf } from '../../kernel/errors.ts'
import { fold } from '../../kernel/fold.ts'
import { text } from '../../kernel/input.ts'
import { type Account, foldEmail } from '../user.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

const MAX_INPUT_LENGTH = 1024

/** Accepted values of {@link passwordInput}, for descriptions. */
export const PASSWORD_INPUT_RULE = `at most ${MAX_INPUT_LENGTH} characters`

/** The input schema of a password. The rules of {@link checkNewPassword} apply to new passwords only. */
export const passwordInput = (name: string) => text(name, { max: MAX_INPUT_LENGTH }).transform(normalizePassword)

/** Counted in characters, not UTF-16 units (NIST SP 800-63B, 5.1.1.2, which also requires NFKC). */
const MIN_CHARACTERS = 8
const MAX_CHARACTERS = 128

/** Accepted values of {@link checkNewPassword}, for descriptions. */
export const PASSWORD_RULE = `${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters, not the email address or the name, and not a common password.`

function normalizePassword(password: string) {
  return password.normalize('NFKC')
}

/**
 * Returns the password, or `invalid-input` if it is too short, too long, equal to the account's name or email, or a common one.
 * @param argument the name of the input field, for the error
 */
export function checkNewPassword(
  password: string,
  account: Pick<Account, 'name' | 'email'>,
  argument = 'password',
): Result<string, ErrorOf<'invalid-input'>> {
  const length = [...password].length
  const folded = fold(password)
  if (length < MIN_CHARACTERS || length > MAX_CHARACTERS)
    return weak(argument, `must have ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters`)
  if (folded === foldEmail(account.email) || folded === fold(account.name)) {
    return weak(argument, 'must not be the email address or the name')
  }
  if (COMMON_PASSWORDS.has(folded)) return weak(argument, 'is among the most common ones')
  return ok(password)
}

const weak = (path: string, why: string) => err({ type: 'invalid-input' as const, message: `${path} ${why}`, path })
