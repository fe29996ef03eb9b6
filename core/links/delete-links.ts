import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { LinkId } from '../kernel/ids.ts'
import { id, parseInput } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { bulkItems, eachItem } from './bulk.ts'
import { recallDeleted } from './recall-links.ts'

/** Deletes many links with their hits; a failing item does not fail the others. */
export const deleteLinks = defineUseCase({
  name: 'deleteLinks',
  access: 'user',
  input: z.object({ ids: bulkItems('ids') }),
  recall: recallDeleted,
  run: (ports, caller, { ids }) =>
    eachItem(ports, caller, ids, ({ store }, raw) =>
      parseInput(id<LinkId>(), raw)
        .asyncAndThen((id) => ResultAsync.fromSafePromise(store.links.deleteOwned(caller.userId, id)))
        .andThen((link) => (link ? ok(link.id) : err({ type: 'not-found' as const, what: 'Shortlink' as const }))),
    ),
})
