import { z } from 'zod'
import { namesInput } from '../audit/changes.ts'
import { found } from '../kernel/found.ts'
import type { BioPageId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Deletes one of the caller's pages with its links; the slug becomes free. */
export const deleteBioPage = defineUseCase({
  name: 'deleteBioPage',
  access: 'user',
  scope: 'bio:write',
  input: z.object({ id: id<BioPageId>().describe("The bio page's id; not its slug.") }),
  run: ({ store }, caller, { id }) => found(store.bioPages.deleteOwned(caller.owner, id), 'Bio page').map(() => true),
  audit: namesInput('BIO_PAGE'),
})
