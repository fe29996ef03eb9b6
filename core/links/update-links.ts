import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import { definedOnly } from '../kernel/input.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { tagSpeller } from '../tags/spell-tags.ts'
import { defineUseCase } from '../use-case.ts'
import { bulkItems, type Processed, parseItems, processBulk } from './bulk.ts'
import { changedNames } from './changed-names.ts'
import { checkTargets } from './check-targets.ts'
import { type Hashed, hashPasswords, WITH_PASSWORDS } from './hash-passwords.ts'
import { type Link, LinkUpdate } from './link.ts'
import { linkUpdated } from './link-events.ts'
import { idByRef, linkRefInput, namesOneLink } from './link-ref.ts'
import type { LinkChanges } from './links.port.ts'
import { EXPIRY_BEFORE_START, endsLater } from './option-inputs.ts'
import { recallItems } from './recall-links.ts'

/** Changes to the link that `id`, or `slug` and `hostname`, name. */
const Item = z.object({ ...LinkUpdate.shape, ...linkRefInput }).superRefine(namesOneLink)
type Fields = Hashed<z.output<typeof Item>>

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
    ResultAsync.fromSafePromise(inSlices(parseItems(Item, inputs), ports.pause)).andThen(
      (items) => new ResultAsync(hashPasswords(ports, items)),
    ),
  run: (ports, caller, inputs) =>
    processBulk(ports, caller, inputs, {
      event: 'link.updated',
      process: (ports, item) =>
        item
          .andThen((fields) => checkTargets(ports.policy, fields).map(() => fields))
          .asyncAndThen((fields) => changeAlone(ports, caller.userId, fields)),
    }),
})

type Change = Result<Processed<Link>, ErrorOf<'not-found' | 'invalid-input'>>

/** Changes a link. Nothing is left of a change that fails after something was written. */
function changeAlone(ports: Ports, owner: UserId, fields: Fields) {
  const work = (store: Ports['store']) => new ResultAsync(change({ ...ports, store }, owner, fields))
  const canFailLate = fields.tags !== undefined || fields.startsAt !== undefined || fields.expiresAt !== undefined
  return canFailLate ? ports.store.atomic(work) : work(ports.store)
}

async function change(
  ports: Ports,
  owner: UserId,
  { id: givenId, slug, hostname, tags, ...fields }: Fields,
): Promise<Change> {
  const id = await idByRef(ports, owner, { id: givenId, slug, hostname })
  if (id === undefined) return err(NO_LINK)
  const spelled = tags === undefined ? ok(undefined) : await tagSpeller(ports, owner).spell(tags)
  if (spelled.isErr()) return err(spelled.error)
  const changes: LinkChanges = definedOnly({ ...fields, tags: spelled.value })
  const changed = await ports.store.links.updateOwned(owner, id, { ...changes, updatedAt: ports.clock.now() })
  if (changed === undefined) return err(NO_LINK)
  const isTimed = changes.startsAt !== undefined || changes.expiresAt !== undefined
  if (isTimed && !endsLater(changed.after)) return err(ENDS_TOO_EARLY)
  const names = changedNames(changed.before, changes)
  const events = names.length === 0 ? [] : linkUpdated(ports.ids.event(), changed.after, names)
  return ok({ value: changed.after, events })
}

const NO_LINK = { type: 'not-found', what: 'Shortlink' } as const
const ENDS_TOO_EARLY = { type: 'invalid-input', path: 'expiresAt', message: EXPIRY_BEFORE_START } as const
