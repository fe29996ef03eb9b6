import { z } from 'zod'
import { namesInput } from '../audit/changes.ts'
import { found } from '../kernel/found.ts'
import { defineUseCase } from '../use-case.ts'
import { bioLinkInput } from './bio-page.ts'

/** Deletes a link from one of the caller's pages. */
export const deleteBioLink = defineUseCase({
  name: 'deleteBioLink',
  access: 'user',
  scope: 'bio:write',
  input: z.object(bioLinkInput),
  run: ({ store }, caller, { id, bioPageId }) =>
    found(store.bioPages.deleteOwnedLink(caller.owner, id, bioPageId), 'Bio link').map(() => true),
  audit: namesInput('BIO_LINK'),
})
