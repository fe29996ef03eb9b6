import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { text } from '../kernel/input.ts'
import { pageInput } from '../kernel/page.ts'
import { defineUseCase } from '../use-case.ts'

/** The argument of lists that a text narrows down. */
export const searchInput = text('search', { max: 2048 })
  .nullish()
  .transform((value) => value?.trim() || undefined)
  .describe('Only links with this text anywhere in slug, target or title, in upper or lower case.')

/** The caller's links, newest first, with how many there are in all. */
export const listLinks = defineUseCase({
  name: 'listLinks',
  access: 'user',
  demand: 'long-read',
  input: z.object({
    ...pageInput({ take: 20, max: 100 }),
    search: searchInput,
  }),
  run: ({ store }, caller, page) => ResultAsync.fromSafePromise(store.links.list(caller.userId, page)),
})
