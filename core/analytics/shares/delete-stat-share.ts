import { z } from 'zod'
import { namesInput } from '../../audit/changes.ts'
import { found } from '../../kernel/found.ts'
import type { StatShareId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'

/** Revokes shared statistics: their URL returns "not found" at once, on every server. */
export const deleteStatShare = defineUseCase({
  name: 'deleteStatShare',
  access: 'user',
  scope: 'links:write',
  input: z.object({ id: id<StatShareId>().describe("The share's id.") }),
  run: ({ store }, { owner }, { id }) => found(store.statShares.deleteOwned(owner, id), 'Stat share'),
  audit: namesInput('STAT_SHARE'),
})
