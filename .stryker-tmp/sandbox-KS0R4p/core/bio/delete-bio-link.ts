import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { BioLinkId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Takes a link off a page of the caller's. */
export const deleteBioLink = defineUseCase({
  name: 'deleteBioLink',
  access: 'user',
  input: z.object({ id: id<BioLinkId>() }),
  run: ({ store }, caller, { id }) =>
    ResultAsync.fromSafePromise(store.bioPages.deleteOwnedLink(caller.userId, id)).andThen((deleted) =>
      deleted ? ok(true) : err({ type: 'not-found' as const, what: 'Bio link' as const }),
    ),
})
