import { err, ok, safeTry } from 'neverthrow'
import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { UserId } from '../kernel/ids.ts'
import { id, text } from '../kernel/input.ts'
import type { Store } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'

const MAX_SLUG_LENGTH = 2048

/**
 * The public page of a slug. `owner`, for custom domains, restricts the lookup to that owner's page. `link-disabled` while an operator has
 * the owner's account disabled.
 */
export const getBioPage = defineUseCase({
  name: 'getBioPage',
  access: 'anyone',
  input: z.object({
    slug: text('slug', { max: MAX_SLUG_LENGTH }).describe(
      `The page's slug, case-sensitive, at most ${MAX_SLUG_LENGTH} characters.`,
    ),
    owner: id<UserId>().optional(),
  }),
  run: ({ store }, _caller, { slug, owner }) =>
    safeTry(async function* () {
      const page = yield* found(findPage(store, slug, owner), 'Bio page')
      const account = await store.users.find(page.owner)
      return account?.disabledAt ? err({ type: 'link-disabled' as const }) : ok(page)
    }),
})

async function findPage({ bioPages }: Store, slug: string, owner: UserId | undefined) {
  const page = await bioPages.findBySlug(slug)
  return owner === undefined || page?.owner === owner ? page : undefined
}
