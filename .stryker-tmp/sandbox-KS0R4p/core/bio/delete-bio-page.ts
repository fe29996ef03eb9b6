import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { BioPageId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Deletes a page of the caller's with its links; its slug is free again. */
export const deleteBioPage = defineUseCase({
  name: 'deleteBioPage',
  access: 'user',
  input: z.object({ id: id<BioPageId>() }),
  run: ({ store }, caller, { id }) =>
    ResultAsync.fromSafePromise(store.bioPages.deleteOwned(caller.userId, id)).andThen((deleted) =>
      deleted ? ok(true) : err({ type: 'not-found' as const, what: 'Bio page' as const }),
    ),
})
