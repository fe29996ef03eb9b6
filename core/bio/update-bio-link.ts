import { err, ok, ResultAsync } from 'neverthrow'
import type { BioLinkId } from '../kernel/ids.ts'
import { definedOnly, id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { BioLinkUpdate } from './bio-page.ts'

/** Changes a link on a page of the caller's; what is left out stays, `null` clears the label and gives the order back its default. */
export const updateBioLink = defineUseCase({
  name: 'updateBioLink',
  access: 'user',
  input: BioLinkUpdate.extend({ id: id<BioLinkId>() }),
  run: ({ store }, caller, { id, ...changes }) =>
    ResultAsync.fromSafePromise(store.bioPages.updateOwnedLink(caller.userId, id, definedOnly(changes))).andThen(
      (link) => (link ? ok(link) : err({ type: 'not-found' as const, what: 'Bio link' as const })),
    ),
})
