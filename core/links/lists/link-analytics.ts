import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../../use-case.ts'

const TOP_LINKS = 10

/** Totals over the caller's links, and the 10 most visited ones. */
export const linkAnalytics = defineUseCase({
  name: 'linkAnalytics',
  access: 'user',
  scope: 'analytics:read',
  demand: 'long-read',
  input: z.object({}),
  run: ({ store }, caller) => ResultAsync.fromSafePromise(store.links.totals(caller.owner, TOP_LINKS)),
})
