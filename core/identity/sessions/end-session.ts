import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { found } from '../../kernel/found.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'

/** Ends one of the caller's sessions. */
export const endSession = defineUseCase({
  name: 'endSession',
  access: 'user',
  scope: 'account',
  input: z.object({ id: id().describe("The session's id.") }),
  run: ({ store, clock }, { userId }, { id }) =>
    found(
      store.sessions.list(userId, clock.now()).then((sessions) => sessions.find((session) => session.id === id)),
      'Session',
    )
      .andThen(({ expiresAt }) => ResultAsync.fromSafePromise(store.sessions.revoke(id, expiresAt)))
      .map(() => true),
  audit: () => [{ kind: 'ACCOUNT' }],
})
