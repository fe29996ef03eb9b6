import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import { id, parseInput } from '../kernel/input.ts'
import type { Store } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { bulkItems, processBulk } from './bulk.ts'
import { recallDeleted } from './recall-links.ts'

/**
 * Deletes several links with their hits; a failing item does not fail the others. `permission-denied` for a link that an operator
 * disabled, since deleting it would make its slug available again.
 */
export const deleteLinks = defineUseCase({
  name: 'deleteLinks',
  access: 'user',
  input: z.object({ ids: bulkItems('ids') }),
  recall: recallDeleted,
  run: (ports, caller, { ids }) =>
    processBulk(ports, caller, ids, ({ store }, raw) =>
      parseInput(id<LinkId>(), raw).asyncAndThen((id) => new ResultAsync(deleteOne(store, caller.userId, id))),
    ),
})

async function deleteOne(
  { links }: Pick<Store, 'links'>,
  owner: UserId,
  id: LinkId,
): Promise<Result<LinkId, ErrorOf<'not-found' | 'permission-denied'>>> {
  if (await links.deleteOwned(owner, id)) return ok(id)
  // A link that exists but was not deleted is disabled by an operator.
  return err(
    (await links.findOwned(owner, id)) ? { type: 'permission-denied' } : { type: 'not-found', what: 'Shortlink' },
  )
}
