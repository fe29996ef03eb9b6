import { errAsync, type ResultAsync } from 'neverthrow'
import type { Caller } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { GENERATED_SLUG_LENGTH, type Link, makeLink, NewLink } from './link.ts'
import { isReserved } from './reserved-slugs.ts'

/** Shortens an address. Anybody may, unless the operator asks for an account. */
export const createLink = defineUseCase({
  name: 'createLink',
  access: 'anyone',
  input: NewLink,
  run(ports, caller, asked): ResultAsync<Link, CreateLinkError> {
    if (ports.policy.requireAuthForCreate && caller.kind !== 'user') return errAsync({ type: 'not-logged-in' })
    return ports.store.atomic((store) => insertLink({ ...ports, store }, caller, asked))
  },
})

export type CreateLinkError = ErrorOf<'not-logged-in' | 'not-found' | 'slug-taken' | 'slug-reserved'>

/** Inserts one link inside the caller's transaction: the part that single and bulk creation share. */
export function insertLink(ports: Ports, caller: Caller, asked: NewLink): ResultAsync<Link, CreateLinkError> {
  if (asked.domainId != null) return errAsync({ type: 'not-found', what: 'Domain' })
  if (asked.slug == null) return insertUnderFreshSlug(ports, caller, asked, GENERATED_SLUG_LENGTH)
  if (isReserved(asked.slug)) return errAsync({ type: 'slug-reserved' })
  return insert(ports, caller, asked, asked.slug)
}

/** A taken slug is met by a longer one, so that retries end however full the namespace is. */
function insertUnderFreshSlug(
  ports: Ports,
  caller: Caller,
  asked: NewLink,
  length: number,
): ResultAsync<Link, CreateLinkError> {
  const slug = ports.slugs.fresh(length)
  if (isReserved(slug)) return insertUnderFreshSlug(ports, caller, asked, length)
  return insert(ports, caller, asked, slug).orElse(() => insertUnderFreshSlug(ports, caller, asked, length + 1))
}

function insert({ store, clock, ids }: Ports, caller: Caller, asked: NewLink, slug: string) {
  return store.links.insert(makeLink(caller, asked, { id: ids.link(), slug, createdAt: clock.now() }))
}
