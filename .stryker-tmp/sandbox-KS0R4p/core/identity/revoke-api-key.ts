import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ApiKeyId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Ends one of the caller's API keys, at once. */
export const revokeApiKey = defineUseCase({
  name: 'revokeApiKey',
  access: 'user',
  input: z.object({ id: id<ApiKeyId>() }),
  run: ({ store }, caller, { id }) =>
    ResultAsync.fromSafePromise(store.apiKeys.revoke(caller.userId, id)).andThen((revoked) =>
      revoked ? ok(true) : err({ type: 'not-found' as const, what: 'API key' as const }),
    ),
})
