import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import type { z } from 'zod'
import type { UserId } from '../kernel/ids.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { changeLink, LinkChange, NO_LINK } from './change-link.ts'
import { hashingFor, hashPassword } from './hash-passwords.ts'
import { findByRef } from './link-ref.ts'
import { recallLink } from './recall-links.ts'
import { checkRules } from './rules/check-rules.ts'
import { withEvents } from './with-events.ts'

/**
 * Changes one of the caller's links, by id or slug, and returns it. Absent fields keep their value; `null` resets a field to its default.
 * Unlike `updateLinks` it needs no plan with bulk operations.
 */
export const updateLink = defineUseCase({
  name: 'updateLink',
  access: 'user',
  input: LinkChange,
  recall: recallLink,
  prepare: (ports, { userId }, fields, isGone) =>
    ResultAsync.fromSafePromise(isForAnother(ports, userId, fields)).andThen((isForAnother) => {
      if (isForAnother) return okAsync(undefined)
      const checked = new ResultAsync(inSlices(checkRules(fields.rules ?? []), ports.pause))
      return checked.andThen(() => hashPassword(hashingFor(ports, userId, isGone), fields))
    }),
  // Not an error of `prepare`, since no idempotency key stores those.
  run: (ports, { userId }, fields) =>
    fields === undefined
      ? errAsync(NO_LINK)
      : withEvents(ports, (ports) => new ResultAsync(changeLink(ports, userId, fields))),
})

/** Whether something expensive would be prepared for a link that is not the owner's. */
const isForAnother = async (ports: Ports, owner: UserId, fields: z.output<typeof LinkChange>) =>
  (fields.password != null || (fields.rules ?? []).length > 0) && (await findByRef(ports, owner, fields)) === undefined
