import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { Instant } from '../../kernel/caller.ts'
import { found } from '../../kernel/found.ts'
import type { UserId } from '../../kernel/ids.ts'
import { defineUseCase } from '../../use-case.ts'
import { accountId, checkOther } from '../accounts/other-account.ts'

/** A day. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

interface NewResetLink {
  readonly owner: UserId
  /** The page of the dashboard that sets the password. The token is in the fragment, which browsers send to no server. */
  readonly url: string
  readonly expiresAt: Instant
}

/**
 * Creates a link that sets a new password for the account once, within a day. The account's previous link becomes invalid. Not for the
 * administrator's own account, whose new password requires the current one.
 */
export const createResetLink = defineUseCase({
  name: 'createResetLink',
  access: 'admin',
  scope: null,
  replayed: false,
  input: z.object({ id: accountId }),
  run: ({ store, clock, ids, digest, policy }, caller, { id }) =>
    checkOther(caller, id, 'create a reset link for')
      .asyncAndThen(() => found(store.users.find(id), 'User'))
      .andThen(({ epoch }) => {
        const token = ids.token()
        const expiresAt = clock.now() + LIFETIME_MS
        const link = { digest: digest(token), owner: id, epoch, expiresAt }
        const url = `${policy.appUrl}/dash/reset#${token}`
        return ResultAsync.fromSafePromise(store.resetLinks.put(link)).map(
          (): NewResetLink => ({ owner: id, url, expiresAt }),
        )
      }),
  audit: ({ owner }) => [{ kind: 'ACCOUNT', owner }],
})
