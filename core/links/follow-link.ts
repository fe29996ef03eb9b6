import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import { text } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { LINK_DISABLED, type RedirectPorts, resolveLink } from './resolve-link.ts'
import type { Visitor } from './visitor.ts'

/** Longer texts than any link has are refused before they are looked up. */
const MAX_SLUG_LENGTH = 2048
const MAX_HOSTNAME_LENGTH = 255

/** Returns where a slug leads for this visitor and records the visit, as the redirect does, for callers of the API. */
export const followLink = defineUseCase({
  name: 'followLink',
  access: 'anyone',
  input: z.object({
    slug: text('shortlink', { max: MAX_SLUG_LENGTH }).describe(`The slug, at most ${MAX_SLUG_LENGTH} characters.`),
    hostname: text('hostname', { max: MAX_HOSTNAME_LENGTH })
      .nullish()
      .describe(
        `The custom domain of the link, at most ${MAX_HOSTNAME_LENGTH} characters; the service's own host if left out.`,
      ),
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
