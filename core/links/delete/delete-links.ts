import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { parseInput } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'
import { bulkItems, changesOf, processBulk } from '../bulk/bulk.ts'
import { recallDeleted } from '../bulk/recall-links.ts'
import { LinkRefInput, linkRefInput } from '../link-ref.ts'
import { removeLink } from './delete-link.ts'

const input = z
  .object({
    ids: bulkItems<string>('ids').nullish(),
    slugs: bulkItems<string>('slugs').nullish().describe('Slugs of links, instead of ids.'),
    hostname: linkRefInput.hostname,
  })
  .superRefine(({ ids, slugs, hostname }, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
    if (!ids && !slugs) refuse('ids', 'ids or slugs is required')
    else if (ids && slugs) refuse('slugs', 'ids and slugs cannot be combined; send only one')
    else if (ids && hostname != null) refuse('hostname', 'hostname requires slugs; ids need no hostname')
  })

/**
 * Deletes several links, by ids or slugs, with their hits; a failing item does not fail the others. `permission-denied` for a link that an
 * operator disabled, since deleting it would make its slug available again.
 */
export const deleteLinks = defineUseCase({
  name: 'deleteLinks',
  access: 'user',
  scope: 'links:delete',
  input,
  recall: recallDeleted,
  run: (ports, caller, given) =>
    processBulk(ports, caller, refsOf(given), {
      event: 'link.deleted',
      process: (ports, raw) =>
        parseInput(LinkRefInput, raw).asyncAndThen((ref) => new ResultAsync(removeLink(ports, caller.owner, ref))),
    }),
  audit: (items) => changesOf(items, (id) => ({ kind: 'LINK', id })),
})

const refsOf = ({ ids, slugs, hostname }: z.output<typeof input>): readonly unknown[] =>
  ids?.map((id) => ({ id })) ?? (slugs ?? []).map((slug) => ({ slug, hostname }))
