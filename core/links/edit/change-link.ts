import { err, ok, type Result } from 'neverthrow'
import { z } from 'zod'
import type { Change as AuditedChange } from '../../audit/audit-entry.ts'
import { givenNames } from '../../audit/changes.ts'
import type { User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { LinkId, UserId } from '../../kernel/ids.ts'
import { definedOnly, text } from '../../kernel/input.ts'
import type { Ports } from '../../ports.ts'
import { tagSpeller } from '../../tags/spell-tags.ts'
import type { Processed } from '../bulk/bulk.ts'
import type { Hashed } from '../bulk/hash-passwords.ts'
import { checkTargets } from '../check-targets.ts'
import { type Link, LinkUpdate } from '../link.ts'
import { linkUpdated } from '../link-events.ts'
import { idByRef, linkRefInput, namesOneLink } from '../link-ref.ts'
import { linkVersion } from '../link-version.ts'
import type { LinkChanges } from '../links.port.ts'
import { EXPIRY_BEFORE_START, endsLater } from '../option-inputs.ts'
import { changedNames } from './changed-names.ts'

const MAX_VERSIONS = 10
const MAX_VERSION_LENGTH = 64

/** Versions of a link, see `linkVersion`. */
export const LinkVersions = z
  .array(text('versions', { max: MAX_VERSION_LENGTH }))
  .max(MAX_VERSIONS)
  .describe('Change the link only if it has one of these versions; * stands for any.')

/** Changes to the link that `id`, or `slug` and `hostname`, name. */
export const LinkChange = z
  .object({ ...LinkUpdate.shape, ...linkRefInput, versions: LinkVersions.nullish() })
  .superRefine(namesOneLink)
export type LinkChange = Hashed<z.output<typeof LinkChange>>

type Change = Result<Processed<Link>, ErrorOf<'not-found' | 'invalid-input' | 'link-changed' | 'external-id-taken'>>

/**
 * Changes one of the owner's links; `not-found` for other links. Something may be written before the change fails: call it inside a
 * transaction unless {@link canFailLate} is false.
 */
export async function changeLink(
  ports: Ports,
  caller: User,
  { id: givenId, slug, hostname, versions, tags, ...fields }: LinkChange,
): Promise<Change> {
  const { owner } = caller
  const allowed = checkTargets(ports, caller, fields)
  if (allowed.isErr()) return err(allowed.error)
  const id = await idByRef(ports, owner, { id: givenId, slug, hostname })
  if (id === undefined) return err(NO_LINK)
  if (await isOfAnother(ports, owner, id, fields.externalId)) return err({ type: 'external-id-taken' })
  const spelled = tags === undefined ? ok(undefined) : await tagSpeller(ports, owner).spell(tags)
  if (spelled.isErr()) return err(spelled.error)
  const changes: LinkChanges = definedOnly({ ...fields, tags: spelled.value })
  const changed = await ports.store.links.updateOwned(owner, id, { ...changes, updatedAt: ports.clock.now() })
  if (changed === undefined) return err(NO_LINK)
  if (versions && !isOneOf(versions, linkVersion(ports.digest, changed.before))) return err({ type: 'link-changed' })
  const isTimed = changes.startsAt !== undefined || changes.expiresAt !== undefined
  if (isTimed && !endsLater(changed.after)) return err(ENDS_TOO_EARLY)
  const names = changedNames(changed.before, changes)
  const events = names.length === 0 ? [] : linkUpdated(ports.ids.event(), changed.after, names)
  return ok({ value: changed.after, events })
}

const isOneOf = (versions: readonly string[], version: string) => versions.includes('*') || versions.includes(version)

/** Whether a link of the owner other than the given one has the external id. */
async function isOfAnother({ store }: Ports, owner: UserId, id: LinkId, externalId: string | null | undefined) {
  const holder = externalId == null ? undefined : await store.links.findByExternalId(owner, externalId)
  return holder !== undefined && holder.id !== id
}

/** The entry of a change in the audit log. */
export const changeOf = (
  { id }: Link,
  { id: _, slug, hostname, passwordHash, ...fields }: LinkChange,
): AuditedChange => ({
  kind: 'LINK',
  id,
  changed: givenNames({ ...fields, password: passwordHash }),
})

/** Whether a change may fail after something was written. */
export const canFailLate = ({ tags, startsAt, expiresAt, versions }: LinkChange) =>
  tags !== undefined || startsAt !== undefined || expiresAt !== undefined || versions != null

/** The error of a link that is not the owner's. */
export const NO_LINK = { type: 'not-found', what: 'Shortlink' } as const
const ENDS_TOO_EARLY = { type: 'invalid-input', path: 'expiresAt', message: EXPIRY_BEFORE_START } as const
