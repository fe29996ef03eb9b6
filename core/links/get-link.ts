import { found } from '../kernel/found.ts'
import { defineUseCase } from '../use-case.ts'
import { findByRef, LinkRefInput } from './link-ref.ts'

/** One of the caller's links, by id or slug; another user's link is `not-found`. */
export const getLink = defineUseCase({
  name: 'getLink',
  access: 'user',
  input: LinkRefInput,
  run: (ports, caller, ref) => found(findByRef(ports, caller.userId, ref), 'Shortlink'),
})
