import { err, ok, type Result } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import { definedOnly } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { tagSpeller } from '../tags/spell-tags.ts'
import type { Processed } from './bulk.ts'
import { changedNames } from './changed-names.ts'
import { checkTargets } from './check-targets.ts'
import type { Hashed } from './hash-passwords.ts'
import { type Link, LinkUpdate } from './link.ts'
import { linkUpdated } from './link-events.ts'
import { idByRef, linkRefInput, namesOneLink } from './link-ref.ts'
import type { LinkChanges } from './links.port.ts'
import { EXPIRY_BEFORE_START, endsLater } from './option-inputs.ts'

/** Changes to the link that `id`, or `slug` and `hostname`, name. */
export const LinkChange = z.object({ ...LinkUpdate.shape, ...linkRefInput }).superRefine(namesOneLink)
export type LinkChange = Hashed<z.output<typeof LinkChange>>

type Change = Result<Processed<Link>, ErrorOf<'not-found' | 'invalid-input'>>

/**
 * Changes one of the owner's links; `not-found` for other links. Something may be written before the change fails: call it inside a
 * transaction unless {@link canFailLate} is false.
 */
export async function changeLink(
  ports: Ports,
  owner: UserId,
  { id: givenId, slug, hostname, tags, ...fields }: LinkChange,
): Promise<Change> {
  const allowed = checkTargets(ports.policy, fields)
  if (allowed.isErr()) return err(allowed.error)
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

/** Whether a change may fail after something was written. */
export const canFailLate = ({ tags, startsAt, expiresAt }: LinkChange) =>
  tags !== undefined || startsAt !== undefined || expiresAt !== undefined

/** The error of a link that is not the owner's. */
export const NO_LINK = { type: 'not-found', what: 'Shortlink' } as const
const ENDS_TOO_EARLY = { type: 'invalid-input', path: 'expiresAt', message: EXPIRY_BEFORE_START } as const
