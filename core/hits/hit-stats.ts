import { ok, safeTry } from 'neverthrow'
import { z } from 'zod'
import { cursorText, INVALID_CURSOR } from '../kernel/cursor.ts'
import { found } from '../kernel/found.ts'
import type { HitId } from '../kernel/ids.ts'
import { withDefault } from '../kernel/input.ts'
import { findByRef, linkRefInput, namesOneLink } from '../links/link-ref.ts'
import { defineUseCase } from '../use-case.ts'
import { pageOfHits } from './page-of-hits.ts'

/** Default and maximum number of hits per call. */
const HITS = { fallback: 100, max: 1000 }

const Limit = z
  .int('limit must be a whole number')
  .min(0, 'limit must be at least 0')
  .max(HITS.max, `limit must be at most ${HITS.max}`)

/**
 * Returns one of the caller's links, by id or slug, with a page of its hits, newest first, and its hits per country over all time.
 * `nextCursor` is null on the last page.
 */
export const hitStats = defineUseCase({
  name: 'hitStats',
  access: 'user',
  scope: 'analytics:read',
  demand: 'large-read',
  input: z
    .object({
      ...linkRefInput,
      limit: withDefault(Limit, HITS.fallback).describe('Maximum number of visits.'),
      cursor: cursorText,
    })
    .superRefine(namesOneLink),
  run: (ports, caller, { limit, cursor, ...ref }) =>
    safeTry(async function* () {
      const link = yield* found(findByRef(ports, caller.owner, ref), 'Shortlink')
      // Read one more than the page holds, which shows whether there is another page.
      const page = { skip: 0, take: limit + 1, before: cursor as HitId | undefined }
      const newest = yield* pageOfHits(ports.store, caller.owner, link, page).mapErr(() => INVALID_CURSOR)
      const byCountry = await ports.store.hits.countByCountry(link.id)
      const hits = newest.slice(0, limit)
      return ok({ link, hits, byCountry, nextCursor: newest.length > limit ? (hits.at(-1)?.id ?? null) : null })
    }),
})
