import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { text } from '../kernel/input.ts'
import { pageInput } from '../kernel/page.ts'
import { defineUseCase } from '../use-case.ts'

const MAX_SEARCH_LENGTH = 2048

/** The argument of lists that a text narrows down. */
export const searchInput = text('search', { max: MAX_SEARCH_LENGTH })
  .nullish()
  .transform((value) => value?.trim() || undefined)
  .describe(
    `Only links with this text, of at most ${MAX_SEARCH_LENGTH} characters, anywhere in slug, target or title, in upper or lower case.`,
  )

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
