import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import { text } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { LINK_DISABLED, type RedirectPorts, resolveLink } from './resolve-link.ts'
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
  run: (ports, _caller, { slug, hostname, visitor }) => new ResultAsync(follow(ports, hostname ?? '', slug, visitor)),
})

async function follow(
  ports: RedirectPorts,
  host: string,
  slug: string,
  visitor: Visitor,
): Promise<Result<string, ErrorOf<'not-found' | 'link-disabled'>>> {
  const resolution = await resolveLink(ports, host, slug, visitor)
  if (typeof resolution === 'string') return ok(resolution)
  return err(resolution === LINK_DISABLED ? { type: 'link-disabled' } : { type: 'not-found', what: 'Target' })
}
