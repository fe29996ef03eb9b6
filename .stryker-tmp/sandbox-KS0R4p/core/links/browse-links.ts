import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { cursorInput, toPage } from '../kernel/cursor.ts'
import { defineUseCase } from '../use-case.ts'

/** The caller's links, newest first, page by page; none is skipped or told twice while others come and go. */
export const browseLinks = defineUseCase({
  name: 'browseLinks',
  access: 'user',
  input: z.object(cursorInput({ limit: 1000, max: 1000 })),
  run: ({ store }, caller, { limit, cursor }) =>
    ResultAsync.fromSafePromise(store.links.listAfter(caller.userId, limit + 1, cursor)).map((found) =>
      toPage(found, limit),
    ),
})
