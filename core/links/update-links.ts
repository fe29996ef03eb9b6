import { err, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { requireIncluded } from '../billing/plan-status.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { bulkItems, parseItems, processBulk } from './bulk.ts'
import { canFailLate, changeLink, LinkChange, NO_LINK } from './change-link.ts'
import { hashingFor, hashPasswords, WITH_PASSWORDS } from './hash-passwords.ts'
import { findByRef } from './link-ref.ts'
import { recallItems } from './recall-links.ts'

/**
 * Changes several links, each by id or slug; a failing item does not fail the others. Absent fields keep their value; `null` resets a field
 * to its default.
 */
export const updateLinks = defineUseCase({
  name: 'updateLinks',
  access: 'user',
  input: z.object({ inputs: bulkItems('inputs', WITH_PASSWORDS) }),
  recall: recallItems(LinkChange),
  prepare: (ports, { userId }, { inputs }, isGone) =>
    requireIncluded(ports, userId, 'canBulk')
      .andThen(() => ResultAsync.fromSafePromise(inSlices(parseItems(LinkChange, inputs), ports.pause)))
      .andThen((items) => ResultAsync.fromSafePromise(withoutOthers(ports, userId, items)))
      .andThen((items) => new ResultAsync(hashPasswords(hashingFor(ports, userId, isGone), items))),
  run: (ports, caller, inputs) =>
    processBulk(ports, caller, inputs, {
      event: 'link.updated',
      process: (ports, item) => item.asyncAndThen((fields) => changeAlone(ports, caller.userId, fields)),
    }),
})

type Items = readonly Result<z.output<typeof LinkChange>, ErrorOf<'invalid-input' | 'not-found'>>[]

/** The items, with `not-found` for items with a password and a link of another owner: their passwords need no hash. */
async function withoutOthers(ports: Ports, owner: UserId, items: Items): Promise<Items> {
  const hashed = new Set<string>()
  const isForAnother = async (fields: z.output<typeof LinkChange>) => {
    const { password } = fields
    if (password == null || hashed.has(password)) return false
    if ((await findByRef(ports, owner, fields)) === undefined) return true
    hashed.add(password)
    return false
  }
  const own: Items[number][] = []
  for (const item of items) own.push(item.isOk() && (await isForAnother(item.value)) ? err(NO_LINK) : item)
  return own
}

/** Changes a link. Rolls back if the change fails after a write. */
function changeAlone(ports: Ports, owner: UserId, fields: LinkChange) {
  const work = (store: Ports['store']) => new ResultAsync(changeLink({ ...ports, store }, owner, fields))
  return canFailLate(fields) ? ports.store.atomic(work) : work(ports.store)
}
