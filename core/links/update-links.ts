import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import { definedOnly } from '../kernel/input.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { bulkItems, parseItems, processBulk } from './bulk.ts'
import { checkTargets } from './check-targets.ts'
import { LinkUpdate } from './link.ts'
import type { LinkChanges } from './links.port.ts'
import { recallItems } from './recall-links.ts'

/** Changes several links; a failing item does not fail the others. Absent fields keep their value; `null` clears title and rules. */
export const updateLinks = defineUseCase({
  name: 'updateLinks',
  access: 'user',
  input: z.object({ inputs: bulkItems('inputs') }),
  recall: recallItems,
  prepare: ({ pause }, _caller, { inputs }) =>
    ResultAsync.fromSafePromise(inSlices(parseItems(LinkUpdate, inputs), pause)),
  run: (ports, caller, inputs) =>
    processBulk(ports, caller, inputs, (ports, item) =>
      item
        .andThen((changes) => checkTargets(ports.policy, changes).map(() => changes))
        .asyncAndThen(({ id, ...changes }) => updateLink(ports, caller.userId, id, changes)),
    ),
})

function updateLink(
  { store }: Ports,
  owner: UserId,
  id: LinkId,
  changes: { [Name in keyof LinkChanges]: LinkChanges[Name] | undefined },
) {
  return found(store.links.updateOwned(owner, id, definedOnly(changes)), 'Shortlink')
}
