import { z } from 'zod'
import type { Instant } from '../kernel/caller.ts'
import { fold } from '../kernel/fold.ts'
import type { UserId } from '../kernel/ids.ts'
import { text } from '../kernel/input.ts'

export interface Account {
  readonly id: UserId
  readonly name: string
  /** As given; unique whatever the case. */
  readonly email: string
  readonly createdAt: Instant
}

export const Name = text('name', { min: 1, max: 200 })
  .transform((name) => name.trim())
  .refine((name) => name.length > 0, 'name must not be empty')

/** At most 254 characters (RFC 5321, 4.5.3.1.3 less the angle brackets). */
export const Email = text('email', { min: 1, max: 254 })
  .transform((email) => email.trim())
  .pipe(z.email('email must be an e-mail address'))

/** The form under which an e-mail address is unique. */
export const foldEmail = fold
