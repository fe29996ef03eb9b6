import { errAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { spendQuota } from '../../billing/link-quota.ts'
import { meteredMonth } from '../../billing/plan-status.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { LinkId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'
import { recallLink } from '../bulk/recall-links.ts'
import { ALIASES_PER_LINK, type Link, SLUG_RULE, Slug } from '../link.ts'
import { newSlug } from '../loose-slugs.ts'
import { isReserved } from '../reserved-slugs.ts'
import { aliasesChanged, changeAliases } from './change-aliases.ts'

const TOO_MANY_ALIASES = {
  type: 'invalid-input',
  path: 'slug',
  message: `A link has at most ${ALIASES_PER_LINK} aliases`,
} as const

/** Adds an alias to a link. The alias behaves like the link's slug and uses one link of the quota, as a new link does. */
export const addShortlinkAlias = defineUseCase({
  name: 'addShortlinkAlias',
  access: 'user',
  scope: 'links:write',
  demand: 'creates',
  input: z.object({
    id: id<LinkId>().describe("The link's id."),
    slug: Slug.describe(`The alias: ${SLUG_RULE}.`),
  }),
  recall: recallLink,
  run(ports, { owner }, { id, slug }): ResultAsync<Link, AddAliasError> {
    if (isReserved(slug)) return errAsync({ type: 'slug-reserved' })
    const alias = { slug: newSlug(ports.policy.slugs, slug), at: ports.clock.now(), max: ALIASES_PER_LINK }
    return ResultAsync.fromSafePromise(meteredMonth(ports, owner)).andThen((month) =>
      changeAliases<AddAliasError>(ports, (ports) =>
        new ResultAsync(spendQuota(ports, month))
          .andThen(() => ports.store.links.addAlias(owner, id, alias))
          .mapErr((error) => (error.type === 'too-many-aliases' ? TOO_MANY_ALIASES : error)),
      ),
    )
  },
  audit: aliasesChanged,
})

type AddAliasError = ErrorOf<'not-found' | 'invalid-input' | 'slug-taken' | 'slug-reserved' | 'plan-limit'>
