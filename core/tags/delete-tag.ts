import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { TagId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Deletes one of the caller's tags. Its links stay, without it. */
export const deleteTag = defineUseCase({
  name: 'deleteTag',
  access: 'user',
  input: z.object({ id: id<TagId>().describe("The tag's id.") }),
  run: ({ store }, caller, { id }) => found(store.tags.deleteOwned(caller.userId, id), 'Tag'),
})
