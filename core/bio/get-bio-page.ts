import { err, ok, safeTry } from 'neverthrow'
import { z } from 'zod'
import { found } from '../kernel/found.ts'
import type { UserId } from '../kernel/ids.ts'
import { id, text } from '../kernel/input.ts'
import { blocksUrl } from '../kernel/target-hosts.ts'
import { defineUseCase } from '../use-case.ts'
import type { BioPages } from './bio-pages.port.ts'

const MAX_SLUG_LENGTH = 2048

/**
 * The public page of a slug, without its links to blocked hosts and its picture on one. `owner`, for custom domains, restricts the lookup to that owner's page.
 * `link-disabled` while an operator has the owner's account disabled.
 */
export const getBioPage = defineUseCase({
  name: 'getBioPage',
  access: 'anyone',
  scope: null,
  input: z.object({
    slug: text('slug', { max: MAX_SLUG_LENGTH }).describe(
      `The page's slug, case-sensitive, at most ${MAX_SLUG_LENGTH} characters.`,
    ),
    owner: id<UserId>().optional(),
  }),
  run: ({ store, blocklist }, caller, { slug, owner }) =>
    safeTry(async function* () {
      const page = yield* found(findPage(store, slug, owner), 'Bio page')
      const account = await store.users.find(page.owner)
      if (account?.disabledAt) return err({ type: 'link-disabled' as const })
      const { pictureUrl, links, views } = page
      return ok({
        ...page,
        pictureUrl: pictureUrl !== null && blocksUrl(blocklist, pictureUrl) ? null : pictureUrl,
        links: links.filter(({ url }) => !blocksUrl(blocklist, url)),
        views: caller.kind === 'user' && caller.owner === page.owner ? views : null,
      })
    }),
})

async function findPage({ bioPages }: { readonly bioPages: BioPages }, slug: string, owner: UserId | undefined) {
  const page = await bioPages.findBySlug(slug)
  return owner === undefined || page?.owner === owner ? page : undefined
}
