import { z } from 'zod'
import type { Instant, Role } from '../kernel/caller.ts'
import { fold } from '../kernel/fold.ts'
import type { UserId } from '../kernel/ids.ts'
import { text } from '../kernel/input.ts'

export interface Account {
  readonly id: UserId
  readonly name: string
  /** As entered. Unique in its folded form; see {@link foldEmail}. */
  readonly email: string
  readonly createdAt: Instant
  readonly role: Role
  /** IP addresses and CIDR blocks that are excluded from recording visits to links of the account. */
  readonly ignoredAddresses: readonly string[]
}

const MAX_NAME_LENGTH = 200
/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
const MAX_EMAIL_LENGTH = 254

/** Accepted values of {@link Name} and {@link Email}, for descriptions. */
export const NAME_RULE = `The account holder's name, at most ${MAX_NAME_LENGTH} characters.`
export const EMAIL_RULE = `At most ${MAX_EMAIL_LENGTH} characters, case-insensitive. Each address can have one account.`

export const Name = text('name', { min: 1, max: MAX_NAME_LENGTH })
  .transform((name) => name.trim())
  .refine((name) => name.length > 0, 'name must not be empty')

export const Email = text('email', { min: 1, max: MAX_EMAIL_LENGTH })
  .transform((email) => email.trim())
  .pipe(z.email('email must be an email address'))

/** Canonical form of email addresses, for comparison. */
export const foldEmail = fold
