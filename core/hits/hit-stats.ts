import { errAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { LinkId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

const RECENT_HITS = 100

/** A link of the caller's with its newest hits and all hits summed by country. */
export const hitStats = defineUseCase({
  name: 'hitStats',
  access: 'user',
  demand: 'long-read',
  input: z.object({ id: id<LinkId>() }),
  run: ({ store }, caller, { id }) =>
    ResultAsync.fromSafePromise(store.links.findOwned(caller.userId, id)).andThen((link) =>
      link
        ? ResultAsync.combine([
            ResultAsync.fromSafePromise(store.hits.listByLink(link.id, { skip: 0, take: RECENT_HITS })),
            ResultAsync.fromSafePromise(store.hits.countByCountry(link.id)),
          ]).map(([hits, byCountry]) => ({ link, hits, byCountry }))
        : errAsync({ type: 'not-found' as const, what: 'Shortlink' as const }),
    ),
})
