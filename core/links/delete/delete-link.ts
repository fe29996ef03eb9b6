import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { LinkId, UserId } from '../../kernel/ids.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import type { Processed } from '../bulk/bulk.ts'
import { withEvents } from '../bulk/with-events.ts'
import { linkDeleted } from '../link-events.ts'
import { AnyLinkRefInput, findByAnyRef, idByRef, type LinkRef } from '../link-ref.ts'
import { tombstoneTime } from './tombstones.ts'

/**
 * Deletes one of the caller's links, by id or slug, with its hits; `permission-denied` for one that an operator disabled. Unlike
 * `deleteLinks` it needs no plan with bulk operations.
 */
export const deleteLink = defineUseCase({
  name: 'deleteLink',
  access: 'user',
  scope: 'links:delete',
  input: AnyLinkRefInput,
  prepare: (ports, { owner }, ref) => {
    const id = ref.id ?? findByAnyRef(ports, owner, ref).then((link) => link?.id)
    return ResultAsync.fromSafePromise(Promise.resolve(id)).map((id): { id: LinkId | undefined } => ({ id }))
  },
  run: (ports, { owner }, { id }) =>
    id === undefined
      ? errAsync(NO_LINK)
      : withEvents(ports, (ports) => new ResultAsync(removeLink(ports, owner, { id }))).map(() => true),
  audit: (_deleted, { id }) => (id === undefined ? [] : [{ kind: 'LINK', id }]),
})

const NO_LINK = { type: 'not-found', what: 'Shortlink' } as const

/**
 * Deletes one of the owner's links; `not-found` for other links. `permission-denied` for a link that an operator disabled, since deleting
 * it would make its slug available again.
 */
export async function removeLink(
  ports: Ports,
  owner: UserId,
  ref: LinkRef,
): Promise<Result<Processed<LinkId>, ErrorOf<'not-found' | 'permission-denied'>>> {
  const { links } = ports.store
  const id = await idByRef(ports, owner, ref)
  if (id === undefined) return err(NO_LINK)
  const deleted = await links.deleteOwned(owner, id, tombstoneTime(ports))
  if (deleted) return ok({ value: id, events: linkDeleted(ports.ids.event(), deleted, ports.clock.now()) })
  // A link that exists but was not deleted is disabled by an operator.
  return err((await links.findOwned(owner, id)) ? { type: 'permission-denied' } : NO_LINK)
}
