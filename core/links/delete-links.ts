import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import { id, parseInput } from '../kernel/input.ts'
import type { Store } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { bulkItems, eachItem } from './bulk.ts'
import { recallDeleted } from './recall-links.ts'

/**
 * Deletes many links with their hits; a failing item does not fail the others. A link that an operator disabled stays, since its slug would
 * be free to be taken again.
 */
export const deleteLinks = defineUseCase({
  name: 'deleteLinks',
  access: 'user',
  input: z.object({ ids: bulkItems('ids') }),
  recall: recallDeleted,
  run: (ports, caller, { ids }) =>
    eachItem(ports, caller, ids, ({ store }, raw) =>
      parseInput(id<LinkId>(), raw)
        .asyncAndThen((id) => ResultAsync.fromSafePromise(deleteOne(store, caller.userId, id)))
        .andThen((result) => result),
    ),
})

async function deleteOne(
  { links }: Pick<Store, 'links'>,
  owner: UserId,
  id: LinkId,
): Promise<Result<LinkId, ErrorOf<'not-found' | 'permission-denied'>>> {
  if (await links.deleteOwned(owner, id)) return ok(id)
  // It is there when an operator has disabled it.
  return err(
    (await links.findOwned(owner, id)) ? { type: 'permission-denied' } : { type: 'not-found', what: 'Shortlink' },
  )
}
