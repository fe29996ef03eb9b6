import { err, ok, ResultAsync } from 'neverthrow'
import type { BioPageId } from '../kernel/ids.ts'
import { given, id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { BioPageUpdate } from './bio-page.ts'

/** Changes a page of the caller's; what is left out stays, `null` clears the title and gives the theme back its default. */
export const updateBioPage = defineUseCase({
  name: 'updateBioPage',
  access: 'user',
  input: BioPageUpdate.extend({ id: id<BioPageId>() }),
  run: ({ store }, caller, { id, ...changes }) =>
    ResultAsync.fromSafePromise(store.bioPages.updateOwned(caller.userId, id, given(changes))).andThen((page) =>
      page ? ok(page) : err({ type: 'not-found' as const, what: 'Bio page' as const }),
    ),
})
