import { z } from 'zod'
import { namesInput } from '../audit/changes.ts'
import { found } from '../kernel/found.ts'
import type { BioLinkId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Deletes a link from one of the caller's pages. */
export const deleteBioLink = defineUseCase({
  name: 'deleteBioLink',
  access: 'user',
  scope: 'bio:write',
  input: z.object({ id: id<BioLinkId>().describe("The bio link's id.") }),
  run: ({ store }, caller, { id }) =>
    found(store.bioPages.deleteOwnedLink(caller.owner, id), 'Bio link').map(() => true),
  audit: namesInput('BIO_LINK'),
})
