import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../../kernel/errors.ts'
import { text } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'
import type { Visitor } from '../visitor.ts'
import { isHidden, type Resolution } from './resolution.ts'
import { resolveLink } from './resolve-link.ts'

/** Texts longer than any slug are refused before the lookup. */
const MAX_SLUG_LENGTH = 2048
const MAX_HOSTNAME_LENGTH = 255
const MAX_PASSWORD_LENGTH = 1024

/** Returns the destination of a slug for this visitor and records the visit, as the redirect does, for API callers. */
export const followLink = defineUseCase({
  name: 'followLink',
  access: 'anyone',
  scope: null,
  noDryRun: 'A visit',
  input: z.object({
    slug: text('shortlink', { max: MAX_SLUG_LENGTH }).describe(`The slug, at most ${MAX_SLUG_LENGTH} characters.`),
    hostname: text('hostname', { max: MAX_HOSTNAME_LENGTH })
      .nullish()
      .describe(
        `The link's custom domain, at most ${MAX_HOSTNAME_LENGTH} characters; the service's own host if omitted.`,
      ),
    password: text('password', { max: MAX_PASSWORD_LENGTH })
      .nullish()
      .describe(
        `The password of a protected link, at most ${MAX_PASSWORD_LENGTH} characters. A missing or wrong password returns FORBIDDEN.`,
      ),
    visitor: z.custom<Visitor>(),
  }),
  run: (ports, _caller, { slug, hostname, password, visitor }) =>
    new ResultAsync(follow(ports, hostname ?? '', slug, visitor, { isCall: true, password: password ?? undefined })),
})

type Refusal = ErrorOf<
  'not-found' | 'link-disabled' | 'link-expired' | 'link-password-required' | 'wrong-link-password' | 'overloaded'
>

const follow = async (...visit: Parameters<typeof resolveLink>) => targetOf(await resolveLink(...visit))

const NOT_FOUND: Refusal = { type: 'not-found', what: 'Target' }

function targetOf(resolution: Resolution): Result<string, Refusal> {
  switch (resolution.kind) {
    case 'redirect':
      return ok(resolution.location)
    case 'link-disabled':
      return err({ type: 'link-disabled' })
    case 'unknown-slug':
    case 'invalid-target':
      return err(NOT_FOUND)
    case 'closed':
      return err(isHidden(resolution.reason) ? NOT_FOUND : { type: 'link-expired' })
    case 'password':
      return err({ type: resolution.isWrong ? 'wrong-link-password' : 'link-password-required' })
    case 'overloaded':
      return err({ type: 'overloaded', retryAfterSeconds: resolution.retryAfterSeconds })
    // Callers get no page.
    case 'preview':
    case 'title':
      return err(NOT_FOUND)
  }
}
