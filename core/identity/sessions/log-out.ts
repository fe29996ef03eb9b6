import { okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { sessionOf } from '../../kernel/caller.ts'
import { defineUseCase } from '../../use-case.ts'

/** Revokes the caller's session token, even if the request also has an API key. True if there was one. */
export const logOut = defineUseCase({
  name: 'logOut',
  access: 'anyone',
  scope: null,
  noDryRun: 'A logout',
  input: z.object({}),
  run({ store }, caller) {
    const session = sessionOf(caller)
    if (session === undefined) return okAsync(false)
    return ResultAsync.fromSafePromise(store.sessions.revoke(session.tokenId, session.expiresAt)).map(() => true)
  },
  audit: (ended) => (ended ? [{ kind: 'ACCOUNT' }] : []),
})
