import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { cursorInput, type Position, toPage } from '../kernel/cursor.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import type { LinkOutline } from './link.ts'
import type { OwnLinksFilter } from './links.port.ts'
import { filterAt, filterInput, isNarrow } from './own-links-filter.ts'

/** Most links of one store read, so that mapping its rows does not hold the event loop for long. */
const BATCH_SIZE = 250

/**
 * The caller's links without their rules, newest first, page by page; concurrent changes skip or repeat none. Pass the same filter for each
 * page.
 */
export const listLinksByCursor = defineUseCase({
  name: 'listLinksByCursor',
  access: 'user',
  demandOf: (asked) => (isNarrow(asked) ? 'long-read' : 'large-read'),
  input: z.object({ ...filterInput, ...cursorInput({ limit: 1000, max: 1000 }) }),
  run: ({ store, clock }, caller, { limit, cursor, ...filter }) =>
    ResultAsync.fromSafePromise(
      outlines(store, caller.userId, limit + 1, { cursor, ...filterAt(filter, clock.now()) }),
    ).map((found) => toPage(found, limit)),
})

interface Place extends OwnLinksFilter {
  readonly cursor: Position | undefined
}

async function outlines(
  { links }: Pick<Store, 'links'>,
  owner: UserId,
  take: number,
  { cursor, ...filter }: Place,
): Promise<readonly LinkOutline[]> {
  const found: LinkOutline[] = []
  while (found.length < take) {
    const wanted = Math.min(BATCH_SIZE, take - found.length)
    const batch = await links.list(owner, { ...filter, skip: 0, take: wanted, after: found.at(-1) ?? cursor })
    found.push(...batch)
    if (batch.length < wanted) break
  }
  return found
}
