import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { LinkId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** One link of the caller's. Somebody else's is told like a missing one. */
export const getLink = defineUseCase({
  name: 'getLink',
  access: 'user',
  input: z.object({ id: id<LinkId>() }),
  run: ({ store }, caller, { id }) =>
    ResultAsync.fromSafePromise(store.links.findOwned(caller.userId, id)).andThen((link) =>
      link ? ok(link) : err({ type: 'not-found' as const, what: 'Shortlink' as const }),
    ),
})
