import { okAsync, type ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import { found } from '../kernel/found.ts'
import type { HitId, LinkId } from '../kernel/ids.ts'
import { id, instant, withDefault } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

const MAX_TAKE = 1000

const hitId = z
  .string('after must be the id of a visit')
  .refine((value) => /^\d{1,19}$/.test(value) && BigInt(value) < 2n ** 63n, 'after must be the id of a visit')
  .transform((value) => value as HitId)

/**
 * Returns a page of the visits of all links of the caller, or of one link, oldest first by id. A page with fewer than `take` visits is the
 * last.
 */
export const exportHits = defineUseCase({
  name: 'exportHits',
  access: 'user',
  scope: 'analytics:read',
  demand: 'long-read',
  input: z
    .object({
      after: hitId.nullish().describe('Only visits with higher ids: pass the last id of the previous export.'),
      from: instant('from').nullish().describe('Only visits at or after this time.'),
      to: instant('to').nullish().describe('Only visits before this time.'),
      linkId: id<LinkId>('linkId').nullish().describe('Only visits to this link.'),
      take: withDefault(z.int().min(1).max(MAX_TAKE), MAX_TAKE).describe('Maximum number of visits.'),
    })
    .refine(({ from, to }) => from == null || to == null || from < to, {
      path: ['from'],
      message: 'from must be before to',
    }),
  run({ store }, { owner }, { after, from, to, linkId, take }) {
    const link: ResultAsync<LinkId | undefined, ErrorOf<'not-found'>> = linkId == null
      ? okAsync(undefined)
      : found(store.links.findOwned(owner, linkId), 'Shortlink').map(({ id }) => id)
    const times = { from: from ?? undefined, to: to ?? undefined }
    return link.map((link) => store.hitStream.ofOwner(owner, { after: after ?? null, take, link, ...times }))
  },
})
