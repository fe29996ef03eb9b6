import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { DomainId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Gives a hostname up: it serves nothing and gets no certificate until it is claimed and proven anew, or an operator frees it. */
export const deleteDomain = defineUseCase({
  name: 'deleteDomain',
  access: 'user',
  input: z.object({ id: id<DomainId>() }),
  run: ({ store }, caller, { id }) =>
    ResultAsync.fromSafePromise(store.domains.deleteOwned(caller.userId, id)).andThen((domain) =>
      domain ? ok(true) : err({ type: 'not-found' as const, what: 'Domain' as const }),
    ),
})
