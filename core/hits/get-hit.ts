import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { HitId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Returns one hit on one of the caller's links. */
export const getHit = defineUseCase({
  name: 'getHit',
  access: 'user',
  scope: 'analytics:read',
  input: z.object({ id: id<HitId>().describe("The hit's id.") }),
  run: ({ store }, caller, { id }) => found(store.hits.findOwned(caller.owner, id), 'Hit'),
})
