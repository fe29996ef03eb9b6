import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { sessionOf } from '../../kernel/caller.ts'
import { defineUseCase } from '../../use-case.ts'
import type { SessionRecord } from './sessions.port.ts'

/** An open session as its account sees it. */
export interface ListedSession extends Omit<SessionRecord, 'owner' | 'epoch'> {
  /** Whether it is the session of the request. */
  readonly current: boolean
}

/** The caller's open sessions, the last used first, 100 at most. */
export const listSessions = defineUseCase({
  name: 'listSessions',
  access: 'user',
  scope: 'account',
  input: z.object({}),
  run({ store, clock }, caller) {
    const current = sessionOf(caller)?.tokenId
    return ResultAsync.fromSafePromise(store.sessions.list(caller.userId, clock.now())).map((sessions) =>
      sessions.map(
        ({ owner: _, epoch: __, ...session }): ListedSession => ({
          ...session,
          current: session.id === current,
        }),
      ),
    )
  },
})
