import { err, errAsync, ok, ResultAsync, safeTry } from 'neverthrow'
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
import { checkAnonymousRules, checkRules } from './rules/check-rules.ts'

/**
 * Creates a link. Anonymous callers may, unless the operator requires an account. A rejected credential is `not-logged-in`, so that its
 * owner does not get an anonymous link by mistake.
 */
export const createLink = defineUseCase({
  name: 'createLink',
  access: 'anyone',
  demand: 'creates',
  input: NewLink,
  recall: recallLink,
  prepare({ pause }, caller, fields) {
    const rules = fields.rules ?? []
    const fits = caller.kind === 'user' ? ok() : checkAnonymousRules(rules)
    return fits.asyncAndThen(() => new ResultAsync(inSlices(checkRules(rules), pause))).map(() => fields)
  },
  run(ports, caller, fields): ResultAsync<Link, CreateLinkError> {
    if (caller.kind !== 'user' && (caller.rejected || ports.policy.requireAuthForCreate)) {
      return errAsync({ type: 'not-logged-in' })
    }
    return ports.store
      .atomic((store) =>
        insertLink({ ...ports, store }, caller, fields).andThen((link) =>
          enqueueCreated(store.outbox, [link]).map(() => link),
        ),
      )
      .andTee(() => ports.dispatcher.wake())
  },
})

export type CreateLinkError = ErrorOf<
  'not-logged-in' | 'not-found' | 'invalid-input' | 'slug-taken' | 'slug-reserved' | 'plan-limit'
>

/** Queues the events of new links. Call it in the transaction that inserted them. */
export const enqueueCreated = (outbox: Outbox, links: readonly Link[]): ResultAsync<number, never> =>
  ResultAsync.fromSafePromise(outbox.add(linksCreated(links)))

/** Inserts one link and counts it against the caller's quota. Call it inside a transaction. */
export const insertLink = (ports: Ports, caller: Caller, fields: NewLink): ResultAsync<Link, CreateLinkError> =>
  safeTry(async function* () {
    const { slug } = fields
    if (slug != null && isReserved(slug)) return err({ type: 'slug-reserved' as const })
    yield* checkTargets(ports.policy, fields)
    const hostname = yield* findHostname(ports, caller, fields)
    const insert = (slug: string) =>
      ports.store.links.insert(
        makeLink(caller, fields, { id: ports.ids.link(), hostname, slug, createdAt: ports.clock.now() }),
      )
    yield* spendQuota(ports, caller.kind === 'user' ? caller.userId : null)
    return slug == null ? insertUnderFreshSlug(ports, insert, GENERATED_SLUG_LENGTH) : insert(slug)
  })

/** Each taken slug is followed by a longer one, so that retries end in a full namespace too. */
function insertUnderFreshSlug(
  ports: Ports,
  insert: (slug: string) => ResultAsync<Link, ErrorOf<'slug-taken'>>,
  length: number,
): ResultAsync<Link, never> {
  const slug = ports.slugs.fresh(length)
  if (isReserved(slug)) return insertUnderFreshSlug(ports, insert, length)
  return insert(slug).orElse(() => insertUnderFreshSlug(ports, insert, length + 1))
}
