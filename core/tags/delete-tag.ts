import { z } from 'zod'
import { namesInput } from '../audit/changes.ts'
import { found } from '../kernel/found.ts'
import type { TagId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Deletes one of the caller's tags. Its links stay, without it. */
export const deleteTag = defineUseCase({
  name: 'deleteTag',
  access: 'user',
  scope: 'links:write',
  input: z.object({ id: id<TagId>().describe("The tag's id.") }),
  run: ({ store }, caller, { id }) => found(store.tags.deleteOwned(caller.owner, id), 'Tag'),
  audit: namesInput('TAG'),
})
