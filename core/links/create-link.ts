import { errAsync, ok, ResultAsync } from 'neverthrow'
import { spendQuota } from '../billing/plan-status.ts'
import type { Caller } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import type { Outbox } from '../webhooks/deliveries.port.ts'
import { checkTargets } from './check-targets.ts'
import { findHostname } from './find-hostname.ts'
import { GENERATED_SLUG_LENGTH, type Link, makeLink, NewLink } from './link.ts'
import { linksCreated } from './link-events.ts'
import { recallLink } from './recall-links.ts'
import { isReserved } from './reserved-slugs.ts'
import { checkAnonymousRules, checkRules } from './rules/rule.ts'

/**
 * Shortens an address. Anybody may, unless the operator asks for an account; but who shows a credential that is refused is told so
 * rather than given a link that is nobody's.
 */
export const createLink = defineUseCase({
  name: 'createLink',
  access: 'anyone',
  demand: 'creates',
  input: NewLink,
  recall: recallLink,
  prepare({ pause }, caller, asked) {
    const rules = asked.rules ?? []
    const fits = caller.kind === 'user' ? ok() : checkAnonymousRules(rules)
    return fits.asyncAndThen(() => new ResultAsync(inSlices(checkRules(rules), pause))).map(() => asked)
  },
  run(ports, caller, asked): ResultAsync<Link, CreateLinkError> {
    if (caller.kind !== 'user' && (caller.rejected || ports.policy.requireAuthForCreate)) {
      return errAsync({ type: 'not-logged-in' })
    }
    return ports.store
      .atomic((store) =>
        insertLink({ ...ports, store }, caller, asked).andThen((link) =>
          enqueueCreated(store.outbox, [link]).map(() => link),
        ),
      )
      .andTee(() => ports.dispatcher.wake())
  },
})

export type CreateLinkError = ErrorOf<
  'not-logged-in' | 'not-found' | 'invalid-input' | 'slug-taken' | 'slug-reserved' | 'plan-limit'
>

/** Queues the event of each new link, in the transaction that inserted them. */
export const enqueueCreated = (outbox: Outbox, links: readonly Link[]): ResultAsync<number, never> =>
  ResultAsync.fromSafePromise(outbox.add(linksCreated(links)))

/** Inserts one link inside the caller's transaction, at the cost of its quota: the part that single and bulk creation share. */
export function insertLink(ports: Ports, caller: Caller, asked: NewLink): ResultAsync<Link, CreateLinkError> {
  const { slug } = asked
  if (slug != null && isReserved(slug)) return errAsync({ type: 'slug-reserved' })
  const checked = checkTargets(ports.policy, asked)
  if (checked.isErr()) return errAsync(checked.error)
  return findHostname(ports, caller, asked).andThen((hostname) => {
    const insert = (slug: string) =>
      ports.store.links.insert(
        makeLink(caller, asked, { id: ports.ids.link(), hostname, slug, createdAt: ports.clock.now() }),
      )
    return spendQuota(ports, caller.kind === 'user' ? caller.userId : null).andThen(
      (): ResultAsync<Link, ErrorOf<'slug-taken'>> =>
        slug == null ? insertUnderFreshSlug(ports, insert, GENERATED_SLUG_LENGTH) : insert(slug),
    )
  })
}

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
