import { ResultAsync } from 'neverthrow'
import { inSlices } from '../kernel/steps.ts'
import { defineUseCase } from '../use-case.ts'
import { changeLink, LinkChange } from './change-link.ts'
import { hashPassword } from './hash-passwords.ts'
import { recallLink } from './recall-links.ts'
import { checkRules } from './rules/check-rules.ts'
import { withEvents } from './with-events.ts'

/**
 * Changes one of the caller's links, by id or slug, and returns it. Absent fields keep their value; `null` puts a field back to its default.
 * Unlike `updateLinks` it needs no plan with bulk operations.
 */
export const updateLink = defineUseCase({
  name: 'updateLink',
  access: 'user',
  input: LinkChange,
  recall: recallLink,
  prepare: (ports, _caller, fields) =>
    new ResultAsync(inSlices(checkRules(fields.rules ?? []), ports.pause)).andThen(() => hashPassword(ports, fields)),
  run: (ports, { userId }, fields) => withEvents(ports, (ports) => new ResultAsync(changeLink(ports, userId, fields))),
})
