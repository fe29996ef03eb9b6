import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { LinkId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'
import { calendarDay } from './annotation-input.ts'

/** The caller's annotations, by day. */
export const annotations = defineUseCase({
  name: 'annotations',
  access: 'user',
  scope: 'analytics:read',
  input: z.object({
    linkId: id<LinkId>('linkId')
      .nullish()
      .describe('Only annotations of this link, by id, and of the whole account; all if omitted.'),
    fromDate: calendarDay('fromDate').nullish().describe('The first day, as YYYY-MM-DD.'),
    toDate: calendarDay('toDate').nullish().describe('The last day, as YYYY-MM-DD.'),
  }),
  run: ({ store }, { owner }, filter) => ResultAsync.fromSafePromise(store.annotations.list(owner, filter)),
})
