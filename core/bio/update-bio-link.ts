import { found } from '../kernel/found.ts'
import type { BioLinkId } from '../kernel/ids.ts'
import { definedOnly, id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { BioLinkUpdate } from './bio-page.ts'

/** Changes a link on one of the caller's pages. Absent fields keep their value; `null` clears the label and resets the order. */
export const updateBioLink = defineUseCase({
  name: 'updateBioLink',
  access: 'user',
  input: BioLinkUpdate.extend({ id: id<BioLinkId>().describe("The bio link's id.") }),
  run: ({ store }, caller, { id, ...changes }) =>
    found(store.bioPages.updateOwnedLink(caller.userId, id, definedOnly(changes)), 'Bio link'),
})
