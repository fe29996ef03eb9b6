import { err, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { requireIncluded } from '../../billing/plan-status.ts'
import type { User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { UserId } from '../../kernel/ids.ts'
import { inSlices } from '../../kernel/steps.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { bulkItems, changesOf, parseItems, processBulk } from '../bulk/bulk.ts'
import { hashingFor, hashPasswords, WITH_PASSWORDS } from '../bulk/hash-passwords.ts'
import { recallItems } from '../bulk/recall-links.ts'
import { findByRef } from '../link-ref.ts'
import { canFailLate, changeLink, changeOf, LinkChange, NO_LINK } from './change-link.ts'

/**
 * Changes several links, each by id or slug; a failing item does not fail the others. Absent fields keep their value; `null` resets a field
 * to its default.
 */
export const updateLinks = defineUseCase({
  name: 'updateLinks',
  access: 'user',
  scope: 'links:write',
  input: z.object({ inputs: bulkItems<z.input<typeof LinkChange>>('inputs', WITH_PASSWORDS) }),
  recall: recallItems(LinkChange),
  prepare: (ports, caller, { inputs }, isGone) =>
    requireIncluded(ports, caller.owner, 'canBulk')
      .andThen(() => ResultAsync.fromSafePromise(inSlices(parseItems(LinkChange, inputs), ports.pause)))
      .andThen((items) => ResultAsync.fromSafePromise(withoutOthers(ports, caller.owner, items)))
      .andThen((items) => new ResultAsync(hashPasswords(hashingFor(ports, caller, isGone), items))),
  run: (ports, caller, inputs) =>
    processBulk(ports, caller, inputs, {
      event: 'link.updated',
      process: (ports, item) => item.asyncAndThen((fields) => changeAlone(ports, caller, fields)),
    }),
  audit: (items, inputs) =>
    changesOf(items, (link, index) => inputs[index]?.map((fields) => changeOf(link, fields)).unwrapOr(undefined)),
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
function changeAlone(ports: Ports, caller: User, fields: LinkChange) {
  const work = (store: Ports['store']) => new ResultAsync(changeLink({ ...ports, store }, caller, fields))
  return canFailLate(fields) ? ports.store.atomic(work) : work(ports.store)
}
