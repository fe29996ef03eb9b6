import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { LinkId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** One of the caller's links; another user's link is `not-found`. */
export const getLink = defineUseCase({
  name: 'getLink',
  access: 'user',
  input: z.object({ id: id<LinkId>().describe("The link's id; not its slug.") }),
  run: ({ store }, caller, { id }) => found(store.links.findOwned(caller.userId, id), 'Shortlink'),
})
