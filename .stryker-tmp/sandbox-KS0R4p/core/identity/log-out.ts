import { okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'

/** Revokes the session token that carried the call: true if there was one, false for API keys and for nobody. */
export const logOut = defineUseCase({
  name: 'logOut',
  access: 'anyone',
  input: z.object({}),
  run: ({ store }, caller) =>
    caller.kind === 'user' && caller.via.kind === 'session'
      ? ResultAsync.fromSafePromise(store.revokedTokens.add(caller.via.tokenId, caller.via.expiresAt)).map(() => true)
      : okAsync(false),
})
