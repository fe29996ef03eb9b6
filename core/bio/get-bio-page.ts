import { err, errAsync, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { UserId } from '../kernel/ids.ts'
import { id, text } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** The page that the public sees under a slug, on a custom domain only its owner's; `link-disabled` while the owner's account is. */
export const getBioPage = defineUseCase({
  name: 'getBioPage',
  access: 'anyone',
  input: z.object({ slug: text('slug', { max: 2048 }), owner: id<UserId>().optional() }),
  run: ({ store }, _caller, { slug, owner }) =>
    ResultAsync.fromSafePromise(store.bioPages.findBySlug(slug)).andThen((page) =>
      page === undefined || (owner !== undefined && page.owner !== owner)
        ? errAsync({ type: 'not-found' as const, what: 'Bio page' as const })
        : ResultAsync.fromSafePromise(store.users.find(page.owner)).andThen((account) =>
            account?.disabledAt ? err({ type: 'link-disabled' as const }) : ok(page),
          ),
    ),
})
