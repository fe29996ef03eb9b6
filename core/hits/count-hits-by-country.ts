import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { LinkId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** Counts the hits on one of the caller's links by country, over all time. */
export const countHitsByCountry = defineUseCase({
  name: 'countHitsByCountry',
  access: 'user',
  scope: 'analytics:read',
  demand: 'large-read',
  input: z.object({ link: id<LinkId>() }),
  run: ({ store }, caller, { link }) =>
    found(store.links.findOwned(caller.owner, link), 'Shortlink').map((owned) => store.hits.countByCountry(owned.id)),
})
