import { okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { Caller } from '../kernel/caller.ts'
import { defineUseCase } from '../use-case.ts'

/** Revokes the caller's session token, even if the request also has an API key. True if there was one. */
export const logOut = defineUseCase({
  name: 'logOut',
  access: 'anyone',
  input: z.object({}),
  run({ store }, caller) {
    const session = sessionOf(caller)
    if (session === undefined) return okAsync(false)
    return ResultAsync.fromSafePromise(store.revokedTokens.add(session.tokenId, session.expiresAt)).map(() => true)
  },
})

function sessionOf(caller: Caller) {
  if (caller.kind === 'anonymous') return undefined
  return caller.via.kind === 'session' ? caller.via : caller.session
}
