import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { BioPageId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Deletes one of the caller's pages with its links; the slug becomes free. */
export const deleteBioPage = defineUseCase({
  name: 'deleteBioPage',
  access: 'user',
  input: z.object({ id: id<BioPageId>().describe("The bio page's id; not its slug.") }),
  run: ({ store }, caller, { id }) => found(store.bioPages.deleteOwned(caller.userId, id), 'Bio page').map(() => true),
})
