import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { UserId } from '../kernel/ids.ts'
import { definedOnly } from '../kernel/input.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { bulkItems, parseItems, processBulk } from './bulk.ts'
import { checkTargets } from './check-targets.ts'
import { type Link, LinkUpdate } from './link.ts'
import { idByRef, type LinkRef, linkRefInput, namesOneLink } from './link-ref.ts'
import type { LinkChanges } from './links.port.ts'
import { recallItems } from './recall-links.ts'

/** Changes to the link that `id`, or `slug` and `hostname`, name. */
const Item = z.object({ ...LinkUpdate.shape, ...linkRefInput }).superRefine(namesOneLink)

/**
 * Changes several links, each by id or slug; a failing item does not fail the others. Absent fields keep their value; `null` clears title
 * and rules.
 */
export const updateLinks = defineUseCase({
  name: 'updateLinks',
  access: 'user',
  input: z.object({ inputs: bulkItems('inputs') }),
  recall: recallItems,
  prepare: ({ pause }, _caller, { inputs }) => ResultAsync.fromSafePromise(inSlices(parseItems(Item, inputs), pause)),
  run: (ports, caller, inputs) =>
    processBulk(ports, caller, inputs, (ports, item) =>
      item
        .andThen((changes) => checkTargets(ports.policy, changes).map(() => changes))
        .asyncAndThen(({ id, slug, hostname, ...changes }) =>
          found(updateLink(ports, caller.userId, { id, slug, hostname }, changes), 'Shortlink'),
        ),
    ),
})

async function updateLink(
  ports: Ports,
  owner: UserId,
  ref: LinkRef,
  changes: { [Name in keyof LinkChanges]: LinkChanges[Name] | undefined },
): Promise<Link | undefined> {
  const id = await idByRef(ports, owner, ref)
  return id === undefined ? undefined : (await ports.store.links.updateOwned(owner, id, definedOnly(changes)))?.after
}
