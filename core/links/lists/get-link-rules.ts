import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { LinkId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'

/** The rules of one of the caller's links, which lists omit; empty if the link does not exist. */
export const getLinkRules = defineUseCase({
  name: 'getLinkRules',
  access: 'user',
  scope: 'links:read',
  input: z.object({ id: id<LinkId>().describe("The link's id.") }),
  run: ({ store }, caller, { id }) =>
    ResultAsync.fromSafePromise(store.links.findOwned(caller.owner, id)).map((link) => link?.rules ?? []),
})
