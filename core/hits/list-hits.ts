import { errAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { LinkId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { pageInput } from '../kernel/page.ts'
import { defineUseCase } from '../use-case.ts'

/** The newest hits on a link of the caller's. */
export const listHits = defineUseCase({
  name: 'listHits',
  access: 'user',
  demand: 'long-read',
  input: z.object({ link: id<LinkId>(), ...pageInput({ take: 100, max: 1000 }) }),
  run: ({ store }, caller, { link, ...page }) =>
    ResultAsync.fromSafePromise(store.links.findOwned(caller.userId, link)).andThen((owned) =>
      owned
        ? ResultAsync.fromSafePromise(store.hits.listByLink(owned.id, page))
        : errAsync({ type: 'not-found' as const, what: 'Shortlink' as const }),
    ),
})
