import { errAsync, type ResultAsync } from 'neverthrow'
import { changesInput } from '../audit/changes.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { found } from '../kernel/found.ts'
import { definedOnly } from '../kernel/input.ts'
import { targetHostError } from '../kernel/target-hosts.ts'
import { defineUseCase } from '../use-case.ts'
import { type BioLink, BioLinkUpdate, bioLinkInput } from './bio-page.ts'

/** Changes a link on one of the caller's pages. Absent fields keep their value; `null` clears the label and resets the order. */
export const updateBioLink = defineUseCase({
  name: 'updateBioLink',
  access: 'user',
  scope: 'bio:write',
  input: BioLinkUpdate.extend(bioLinkInput),
  run(
    { store, policy, blocklist },
    caller,
    { id, bioPageId, ...changes },
  ): ResultAsync<BioLink, ErrorOf<'invalid-input' | 'not-found'>> {
    const elsewhere = targetHostError({ policy, blocklist }, caller, changes.url, 'url')
    if (elsewhere) return errAsync(elsewhere)
    return found(store.bioPages.updateOwnedLink(caller.owner, id, definedOnly(changes), bioPageId), 'Bio link')
  },
  audit: (out, { bioPageId: _, ...input }) => changesInput('BIO_LINK')(out, input),
})
