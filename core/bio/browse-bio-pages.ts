import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { cursorInput, pageOf } from '../kernel/cursor.ts'
import { defineUseCase } from '../use-case.ts'

/** The caller's pages with their links, newest first, by cursor. Reads all pages in one call, since an account has at most 100. */
export const browseBioPages = defineUseCase({
  name: 'browseBioPages',
  access: 'user',
  scope: 'bio:read',
  demand: 'large-read',
  input: z.object(cursorInput({ limit: 50, max: 100 })),
  run: ({ store }, caller, page) =>
    ResultAsync.fromSafePromise(store.bioPages.list(caller.owner)).map((pages) => pageOf(pages, page)),
})
