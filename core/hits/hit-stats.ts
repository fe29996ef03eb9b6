import { ok, safeTry } from 'neverthrow'
import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { LinkId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

const RECENT_HITS = 100

/** One of the caller's links with its 100 newest hits and its hits per country over all time. */
export const hitStats = defineUseCase({
  name: 'hitStats',
  access: 'user',
  demand: 'long-read',
  input: z.object({ id: id<LinkId>().describe("The link's id; not its slug.") }),
  run: ({ store }, caller, { id }) =>
    safeTry(async function* () {
      const link = yield* found(store.links.findOwned(caller.userId, id), 'Shortlink')
      const [hits, byCountry] = await Promise.all([
        store.hits.listByLink(link.id, { skip: 0, take: RECENT_HITS }),
        store.hits.countByCountry(link.id),
      ])
      return ok({ link, hits, byCountry })
    }),
})
