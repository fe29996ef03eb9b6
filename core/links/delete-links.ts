import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import { parseInput } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { bulkItems, type Processed, processBulk } from './bulk.ts'
import { linkDeleted } from './link-events.ts'
import { idByRef, type LinkRef, LinkRefInput, linkRefInput } from './link-ref.ts'
import { recallDeleted } from './recall-links.ts'
import { tombstoneTime } from './tombstones.ts'

const input = z
  .object({
    ids: bulkItems('ids').nullish(),
    slugs: bulkItems('slugs').nullish().describe('Slugs of links, in place of their ids.'),
    hostname: linkRefInput.hostname,
  })
  .superRefine(({ ids, slugs, hostname }, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
    if (!ids && !slugs) refuse('ids', 'ids or slugs is required')
    else if (ids && slugs) refuse('slugs', 'ids and slugs exclude each other: give one of them')
    else if (ids && hostname != null) refuse('hostname', 'hostname goes with slugs: ids need none')
  })

/**
 * Deletes several links, by ids or slugs, with their hits; a failing item does not fail the others. `permission-denied` for a link that an
 * operator disabled, since deleting it would make its slug available again.
 */
export const deleteLinks = defineUseCase({
  name: 'deleteLinks',
  access: 'user',
  input,
  recall: recallDeleted,
  run: (ports, caller, given) =>
    processBulk(ports, caller, refsOf(given), {
      event: 'link.deleted',
      process: (ports, raw) =>
        parseInput(LinkRefInput, raw).asyncAndThen((ref) => new ResultAsync(deleteOne(ports, caller.userId, ref))),
    }),
})

const refsOf = ({ ids, slugs, hostname }: z.output<typeof input>): readonly unknown[] =>
  ids?.map((id) => ({ id })) ?? (slugs ?? []).map((slug) => ({ slug, hostname }))

async function deleteOne(
  ports: Ports,
  owner: UserId,
  ref: LinkRef,
): Promise<Result<Processed<LinkId>, ErrorOf<'not-found' | 'permission-denied'>>> {
  const { links } = ports.store
  const id = await idByRef(ports, owner, ref)
  if (id === undefined) return err({ type: 'not-found', what: 'Shortlink' })
  const deleted = await links.deleteOwned(owner, id, tombstoneTime(ports))
  if (deleted) return ok({ value: id, events: linkDeleted(ports.ids.event(), deleted, ports.clock.now()) })
  // A link that exists but was not deleted is disabled by an operator.
  return err(
    (await links.findOwned(owner, id)) ? { type: 'permission-denied' } : { type: 'not-found', what: 'Shortlink' },
  )
}
