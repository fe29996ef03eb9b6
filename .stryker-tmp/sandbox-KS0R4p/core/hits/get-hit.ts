import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { HitId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** One hit on a link of the caller's. */
export const getHit = defineUseCase({
  name: 'getHit',
  access: 'user',
  input: z.object({ id: id<HitId>() }),
  run: ({ store }, caller, { id }) =>
    ResultAsync.fromSafePromise(store.hits.findOwned(caller.userId, id)).andThen((hit) =>
      hit ? ok(hit) : err({ type: 'not-found' as const, what: 'Hit' as const }),
    ),
})
