import { ok, safeTry } from 'neverthrow'
import { z } from 'zod'
import { found } from '../kernel/found.ts'
import { withDefault } from '../kernel/input.ts'
import { findByRef, linkRefInput, namesOneLink } from '../links/link-ref.ts'
import { defineUseCase } from '../use-case.ts'

/** Hits that one call returns, by default and at most. */
const HITS = { fallback: 100, max: 1000 }

const Limit = z
  .int('limit must be a whole number')
  .min(0, 'limit must be at least 0')
  .max(HITS.max, `limit must be at most ${HITS.max}`)

/** One of the caller's links, by id or slug, with its newest hits and its hits per country over all time. */
export const hitStats = defineUseCase({
  name: 'hitStats',
  access: 'user',
  demand: 'long-read',
  input: z
    .object({
      ...linkRefInput,
      limit: withDefault(Limit, HITS.fallback).describe('How many visits to return at most.'),
    })
    .superRefine(namesOneLink),
  run: (ports, caller, { limit, ...ref }) =>
    safeTry(async function* () {
      const link = yield* found(findByRef(ports, caller.userId, ref), 'Shortlink')
      const { hits } = ports.store
      const [newest, byCountry] = await Promise.all([
        hits.listByLink(link.id, { skip: 0, take: limit }),
        hits.countByCountry(link.id),
      ])
      return ok({ link, hits: newest, byCountry })
    }),
})
