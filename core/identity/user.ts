import { z } from 'zod'
import type { Instant } from '../kernel/caller.ts'
import { fold } from '../kernel/fold.ts'
import type { UserId } from '../kernel/ids.ts'
import { text } from '../kernel/input.ts'

export interface Account {
  readonly id: UserId
  readonly name: string
  /** As entered. Unique in its folded form; see {@link foldEmail}. */
  readonly email: string
  readonly createdAt: Instant
}

export const Name = text('name', { min: 1, max: 200 })
  .transform((name) => name.trim())
  .refine((name) => name.length > 0, 'name must not be empty')

/** At most 254 characters (RFC 5321, 4.5.3.1.3, without the angle brackets). */
export const Email = text('email', { min: 1, max: 254 })
  .transform((email) => email.trim())
  .pipe(z.email('email must be an e-mail address'))

/** The form in which e-mail addresses are compared. */
export const foldEmail = fold
