import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { LinkId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { pageInput } from '../kernel/page.ts'
import { defineUseCase } from '../use-case.ts'

/** Hits on one of the caller's links, newest first. */
export const listHits = defineUseCase({
  name: 'listHits',
  access: 'user',
  demand: 'long-read',
  input: z.object({ link: id<LinkId>(), ...pageInput({ take: 100, max: 1000 }) }),
  run: ({ store }, caller, { link, ...page }) =>
    found(store.links.findOwned(caller.userId, link), 'Shortlink').map((owned) =>
      store.hits.listByLink(owned.id, page),
    ),
})
