import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow'
import { spendQuota } from '../billing/link-quota.ts'
import { meteredMonth } from '../billing/plan-status.ts'
import type { Caller } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { draftLink, insertDraft } from './draft-link.ts'
import { findHostname } from './find-hostname.ts'
import { type Link, NewLink } from './link.ts'
import { linksCreated } from './link-events.ts'
import { recallLink } from './recall-links.ts'
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
    const checked = fits.asyncAndThen(() => new ResultAsync(inSlices(checkRules(rules), pause)))
    // Not `map`, which makes a generator that V8 keeps until all memory is collected.
    return checked.andThen(() => ok(fields))
  },
  run(ports, caller, fields): ResultAsync<Link, CreateLinkError> {
    if (caller.kind !== 'user' && (caller.rejected || ports.policy.requireAuthForCreate)) {
      return errAsync({ type: 'not-logged-in' })
    }
    return new ResultAsync(create(ports, caller, fields))
  },
})

async function create(ports: Ports, caller: Caller, fields: NewLink): Promise<Result<Link, CreateLinkError>> {
  const draft = draftLink(ports, caller, fields, await findHostname(ports, caller, fields))
  if (draft.isErr()) return err(draft.error)
  const { link } = draft.value
  if (await ports.store.insertAlone(link)) return ok(link)
  const month = link.owner === null ? undefined : await meteredMonth(ports, link.owner)
  const created = await ports.store.atomic((store) =>
    new ResultAsync(spendQuota({ ...ports, store }, month))
      .andThen(() => insertDraft({ ...ports, store }, draft.value))
      .andThen((link) =>
        ResultAsync.fromSafePromise(store.outbox.add(linksCreated([link]))).map((queued) => ({ link, queued })),
      ),
  )
  return created.map(({ link, queued }) => {
    if (queued > 0) ports.dispatcher.wake()
    return link
  })
}

export type CreateLinkError = ErrorOf<
  'not-logged-in' | 'not-found' | 'invalid-input' | 'slug-taken' | 'slug-reserved' | 'plan-limit'
>
