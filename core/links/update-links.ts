import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { UserId } from '../kernel/ids.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { bulkItems, parseItems, processBulk } from './bulk.ts'
import { canFailLate, changeLink, LinkChange } from './change-link.ts'
import { hashPasswords, WITH_PASSWORDS } from './hash-passwords.ts'
import { recallItems } from './recall-links.ts'

/**
 * Changes several links, each by id or slug; a failing item does not fail the others. Absent fields keep their value; `null` puts a field
 * back to its default.
 */
export const updateLinks = defineUseCase({
  name: 'updateLinks',
  access: 'user',
  input: z.object({ inputs: bulkItems('inputs', WITH_PASSWORDS) }),
  recall: recallItems,
  prepare: (ports, _caller, { inputs }) =>
    ResultAsync.fromSafePromise(inSlices(parseItems(LinkChange, inputs), ports.pause)).andThen(
      (items) => new ResultAsync(hashPasswords(ports, items)),
    ),
  run: (ports, caller, inputs) =>
    processBulk(ports, caller, inputs, {
      event: 'link.updated',
      process: (ports, item) => item.asyncAndThen((fields) => changeAlone(ports, caller.userId, fields)),
    }),
})

/** Changes a link. Nothing is left of a change that fails after something was written. */
function changeAlone(ports: Ports, owner: UserId, fields: LinkChange) {
  const work = (store: Ports['store']) => new ResultAsync(changeLink({ ...ports, store }, owner, fields))
  return canFailLate(fields) ? ports.store.atomic(work) : work(ports.store)
}
