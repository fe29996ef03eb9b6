import { found } from '../../kernel/found.ts'
import { defineUseCase } from '../../use-case.ts'
import { AnyLinkRefInput, findByAnyRef } from '../link-ref.ts'

/** One of the caller's links, by id or slug; another user's link is `not-found`. */
export const getLink = defineUseCase({
  name: 'getLink',
  access: 'user',
  scope: 'links:read',
  input: AnyLinkRefInput,
  run: (ports, caller, ref) => found(findByAnyRef(ports, caller.owner, ref), 'Shortlink'),
})
