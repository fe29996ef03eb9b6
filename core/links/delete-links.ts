import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { parseInput } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { bulkItems, processBulk } from './bulk.ts'
import { removeLink } from './delete-link.ts'
import { LinkRefInput, linkRefInput } from './link-ref.ts'
import { recallDeleted } from './recall-links.ts'

const input = z
  .object({
    ids: bulkItems('ids').nullish(),
    slugs: bulkItems('slugs').nullish().describe('Slugs of links, instead of ids.'),
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
        parseInput(LinkRefInput, raw).asyncAndThen((ref) => new ResultAsync(removeLink(ports, caller.userId, ref))),
    }),
})

const refsOf = ({ ids, slugs, hostname }: z.output<typeof input>): readonly unknown[] =>
  ids?.map((id) => ({ id })) ?? (slugs ?? []).map((slug) => ({ slug, hostname }))
