import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import type { z } from 'zod'
import type { UserId } from '../../kernel/ids.ts'
import { inSlices } from '../../kernel/steps.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { hashingFor, hashPassword } from '../bulk/hash-passwords.ts'
import { recallLink } from '../bulk/recall-links.ts'
import { withEvents } from '../bulk/with-events.ts'
import { findByRef } from '../link-ref.ts'
import { checkRules } from '../rules/check-rules.ts'
import { changeLink, changeOf, LinkChange, NO_LINK } from './change-link.ts'

/**
 * Changes one of the caller's links, by id or slug, and returns it. Absent fields keep their value; `null` resets a field to its default.
 * Unlike `updateLinks` it needs no plan with bulk operations.
 */
export const updateLink = defineUseCase({
  name: 'updateLink',
  access: 'user',
  scope: 'links:write',
  input: LinkChange,
  recall: recallLink,
  prepare: (ports, caller, fields, isGone) =>
    ResultAsync.fromSafePromise(isForAnother(ports, caller.owner, fields)).andThen((isForAnother) => {
      if (isForAnother) return okAsync(undefined)
      const checked = new ResultAsync(inSlices(checkRules(fields.rules ?? []), ports.pause))
      return checked.andThen(() => hashPassword(hashingFor(ports, caller, isGone), fields))
    }),
  // Not an error of `prepare`, since no idempotency key stores those.
  run: (ports, caller, fields) =>
    fields === undefined
      ? errAsync(NO_LINK)
      : withEvents(ports, (ports) => new ResultAsync(changeLink(ports, caller, fields))),
  audit: (link, fields) => (fields ? [changeOf(link, fields)] : []),
})

/** Whether something expensive would be prepared for a link that is not the owner's. */
const isForAnother = async (ports: Ports, owner: UserId, fields: z.output<typeof LinkChange>) =>
  (fields.password != null || (fields.rules ?? []).length > 0) && (await findByRef(ports, owner, fields)) === undefined
