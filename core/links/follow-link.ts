import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { text } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { LINK_DISABLED, resolveLink } from './resolve-link.ts'
import type { Visitor } from './visitor.ts'

/** Returns where a slug leads for this visitor and records the visit, as the redirect does, for callers of the API. */
export const followLink = defineUseCase({
  name: 'followLink',
  access: 'anyone',
  input: z.object({
    slug: text('shortlink', { max: 2048 }).describe('The slug.'),
    hostname: text('hostname', { max: 255 })
      .nullish()
      .describe("The custom domain of the link; the service's own host if left out."),
    visitor: z.custom<Visitor>(),
  }),
  run: (ports, _caller, { slug, hostname, visitor }) =>
    ResultAsync.fromSafePromise(Promise.resolve(resolveLink(ports, hostname ?? '', slug, visitor))).andThen(
      (resolution) => {
        if (typeof resolution === 'string') return okAsync(resolution)
        if (resolution === LINK_DISABLED) return errAsync({ type: 'link-disabled' as const })
        return errAsync({ type: 'not-found' as const, what: 'Target' as const })
      },
    ),
})
