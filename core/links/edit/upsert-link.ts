import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import { inSlices } from '../../kernel/steps.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { type Hashed, hashingFor, hashPassword } from '../bulk/hash-passwords.ts'
import { recallLink } from '../bulk/recall-links.ts'
import { withEvents } from '../bulk/with-events.ts'
import { roomChecker } from '../create/check-room.ts'
import { type CreateLinkError, create } from '../create/create-link.ts'
import { findHostname } from '../create/find-hostname.ts'
import { type Link, newLinkFields } from '../link.ts'
import { newSlug } from '../loose-slugs.ts'
import { ExternalId, endsAfterStart } from '../option-inputs.ts'
import { checkRules } from '../rules/check-rules.ts'
import { changeLink, changeOf, type LinkChange, LinkVersions } from './change-link.ts'

const { reuse: _, ...fields } = newLinkFields

const Input = z
  .object({ ...fields, externalId: ExternalId, versions: LinkVersions.nullish() })
  .superRefine(endsAfterStart)
type Input = Hashed<z.output<typeof Input>>

/** A link, and whether the call created it. */
export interface UpsertedLink extends Link {
  readonly isNew: boolean
}

type UpsertError = CreateLinkError | ErrorOf<'link-changed'>

/**
 * Creates the caller's link with an external id, or changes it if it exists: absent fields then keep their value, and `null` resets a field
 * to its default. Slug and domain of an existing link cannot change.
 */
export const upsertLink = defineUseCase({
  name: 'upsertLink',
  access: 'user',
  scope: 'links:write',
  demand: 'creates',
  input: Input,
  recall: {
    brief: ({ isNew, ...link }: UpsertedLink, prepared) => ({ isNew, link: recallLink.brief(link, prepared) }),
    async restore(ports, owner, brief, input) {
      const { isNew, link } = brief as { isNew: boolean; link: unknown }
      return { ...(await recallLink.restore(ports, owner, link, input)), isNew }
    },
  },
  prepare: (ports, caller, input, isGone) =>
    ResultAsync.fromSafePromise(ports.store.links.findByExternalId(caller.owner, input.externalId))
      .andThen((present) => (present ? okAsync() : new ResultAsync(roomChecker(ports, caller)(input))))
      .andThen(() => new ResultAsync(inSlices(checkRules(input.rules ?? []), ports.pause)))
      .andThen(() => hashPassword(hashingFor(ports, caller, isGone), input)),
  run: (ports, caller, input): ResultAsync<UpsertedLink, UpsertError> => new ResultAsync(upsert(ports, caller, input)),
  audit: ({ isNew, ...link }, input) => [
    isNew ? { kind: 'LINK', id: link.id } : changeOf(link, changesOf(link, input)),
  ],
})

async function upsert(ports: Ports, caller: User, input: Input): Promise<Result<UpsertedLink, UpsertError>> {
  const present = await ports.store.links.findByExternalId(caller.owner, input.externalId)
  if (present) return changed(ports, caller, present, input)
  // No version of a link that does not exist is current.
  if (input.versions) return err({ type: 'link-changed' })
  const created = await create(ports, caller, input)
  if (created.isOk()) return ok({ ...created.value, isNew: true })
  // A concurrent call has created the link.
  return created.error.type === 'external-id-taken' ? upsert(ports, caller, input) : err(created.error)
}

async function changed(
  ports: Ports,
  caller: User,
  link: Link,
  input: Input,
): Promise<Result<UpsertedLink, UpsertError>> {
  const { slug, domainId } = input
  if (slug != null && newSlug(ports.policy.slugs, slug) !== link.slug) return err(FIXED_SLUG)
  const hostname = domainId == null ? ok(link.hostname) : await findHostname(ports, caller, { domainId })
  if (hostname.isErr()) return err(hostname.error)
  if (hostname.value !== link.hostname) return err(FIXED_DOMAIN)
  const changes = changesOf(link, input)
  const updated = withEvents(ports, (ports) => new ResultAsync(changeLink(ports, caller, changes)))
  return updated.map((link) => ({ ...link, isNew: false }))
}

const changesOf = (
  { id }: Link,
  { slug: _slug, domainId: _domain, externalId: _key, enableTracking, rules, ...fields }: Input,
): LinkChange => ({
  ...fields,
  id,
  enableTracking: enableTracking ?? undefined,
  rules: rules === null ? [] : rules,
})

const FIXED_SLUG = {
  type: 'invalid-input',
  path: 'slug',
  message: 'slug cannot be changed; the link with this externalId has another one',
} as const
const FIXED_DOMAIN = {
  type: 'invalid-input',
  path: 'domainId',
  message: 'domainId cannot be changed; the link with this externalId is on another host',
} as const
