import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { HitId, LinkId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { isDeep, pageInput } from '../kernel/page.ts'
import { defineUseCase } from '../use-case.ts'
import { pageOfHits } from './page-of-hits.ts'

/** Returns hits on one of the caller's links, newest first. */
export const listHits = defineUseCase({
  name: 'listHits',
  access: 'user',
  scope: 'analytics:read',
  demandOf: (page) => (isDeep(page) ? 'long-read' : 'large-read'),
  input: z.object({
    link: id<LinkId>(),
    ...pageInput({ take: 100, max: 1000 }),
    before: id<HitId>('before')
      .nullish()
      .describe("Only visits before the link's visit with this id; `skip` counts from there."),
  }),
  run: ({ store }, { owner }, { link, ...page }) =>
    found(store.links.findOwned(owner, link), 'Shortlink').andThen((owned) => pageOfHits(store, owner, owned, page)),
})
