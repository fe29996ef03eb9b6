import { err, errAsync, ok, okAsync, ResultAsync } from 'neverthrow'
import type { Caller } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import type { Outbox } from '../webhooks/deliveries.port.ts'
import { GENERATED_SLUG_LENGTH, type Link, makeLink, NewLink } from './link.ts'
import { linksCreated } from './link-events.ts'
import { isReserved } from './reserved-slugs.ts'

/** Shortens an address. Anybody may, unless the operator asks for an account. */
export const createLink = defineUseCase({
  name: 'createLink',
  access: 'anyone',
  input: NewLink,
  run(ports, caller, asked): ResultAsync<Link, CreateLinkError> {
    if (ports.policy.requireAuthForCreate && caller.kind !== 'user') return errAsync({ type: 'not-logged-in' })
    return ports.store
      .atomic((store) =>
        insertLink({ ...ports, store }, caller, asked).andThen((link) =>
          announce(store.outbox, [link]).map(() => link),
        ),
      )
      .andTee(() => ports.dispatcher.wake())
  },
})

export type CreateLinkError = ErrorOf<'not-logged-in' | 'not-found' | 'invalid-input' | 'slug-taken' | 'slug-reserved'>

/** Queues the event of each new link, in the transaction that inserted them. */
export const announce = (outbox: Outbox, links: readonly Link[]): ResultAsync<number, never> =>
  ResultAsync.fromSafePromise(outbox.add(linksCreated(links)))

/** Inserts one link inside the caller's transaction: the part that single and bulk creation share. */
export function insertLink(ports: Ports, caller: Caller, asked: NewLink): ResultAsync<Link, CreateLinkError> {
  const { slug } = asked
  if (slug != null && isReserved(slug)) return errAsync({ type: 'slug-reserved' })
  return findHostname(ports, caller, asked).andThen((hostname) => {
    const insert = (slug: string) =>
      ports.store.links.insert(
        makeLink(caller, asked, { id: ports.ids.link(), hostname, slug, createdAt: ports.clock.now() }),
      )
    return slug == null ? insertUnderFreshSlug(ports, insert, GENERATED_SLUG_LENGTH) : insert(slug)
  })
}

/** The hostname of the asked for domain, which must be the caller's and verified; the service's own host without one. */
function findHostname(
  { store }: Ports,
  caller: Caller,
  { domainId }: NewLink,
): ResultAsync<string, ErrorOf<'not-found' | 'invalid-input'>> {
  if (domainId == null) return okAsync('')
  if (caller.kind !== 'user') return errAsync(NO_DOMAIN)
  return ResultAsync.fromSafePromise(store.domains.findOwned(caller.userId, domainId)).andThen((domain) => {
    if (domain === undefined) return err(NO_DOMAIN)
    return domain.verified ? ok(domain.hostname) : err(UNVERIFIED)
  })
}

const NO_DOMAIN = { type: 'not-found', what: 'Domain' } as const
const UNVERIFIED = { type: 'invalid-input', path: 'domainId', message: 'domainId must be a verified domain' } as const

/** A taken slug is met by a longer one, so that retries end however full the namespace is. */
function insertUnderFreshSlug(
  ports: Ports,
  insert: (slug: string) => ResultAsync<Link, ErrorOf<'slug-taken'>>,
  length: number,
): ResultAsync<Link, never> {
  const slug = ports.slugs.fresh(length)
  if (isReserved(slug)) return insertUnderFreshSlug(ports, insert, length)
  return insert(slug).orElse(() => insertUnderFreshSlug(ports, insert, length + 1))
}
