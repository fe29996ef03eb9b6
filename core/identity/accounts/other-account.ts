import { err, ok, type Result } from 'neverthrow'
import type { Administrator } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { UserId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'

/** The account that an administrator changes. */
export const accountId = id<UserId>().describe('The id of the account.')

/** Refuses a change of the caller's own account: an administrator must remain, and a new password requires the current one. */
export const checkOther = (
  caller: Administrator,
  account: UserId,
  change: 'disable' | 'demote' | 'create a reset link for',
): Result<void, ErrorOf<'invalid-input'>> =>
  caller.kind === 'user' && caller.userId === account
    ? err({ type: 'invalid-input', message: `You cannot ${change} your own account`, path: 'id' })
    : ok()
