import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { text } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** The page that the public sees under a slug. */
export const getBioPage = defineUseCase({
  name: 'getBioPage',
  access: 'anyone',
  input: z.object({ slug: text('slug', { max: 2048 }) }),
  run: ({ store }, _caller, { slug }) =>
    ResultAsync.fromSafePromise(store.bioPages.findBySlug(slug)).andThen((page) =>
      page ? ok(page) : err({ type: 'not-found' as const, what: 'Bio page' as const }),
    ),
})
