import { errAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { LinkId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** All hits on a link of the caller's, summed by country. */
export const countHitsByCountry = defineUseCase({
  name: 'countHitsByCountry',
  access: 'user',
  demand: 'long-read',
  input: z.object({ link: id<LinkId>() }),
  run: ({ store }, caller, { link }) =>
    ResultAsync.fromSafePromise(store.links.findOwned(caller.userId, link)).andThen((owned) =>
      owned
        ? ResultAsync.fromSafePromise(store.hits.countByCountry(owned.id))
        : errAsync({ type: 'not-found' as const, what: 'Shortlink' as const }),
    ),
})
