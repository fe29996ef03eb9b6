import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { cursorInput, type Position, toPage } from '../../kernel/cursor.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import type { LinkOutline } from '../link.ts'
import type { OwnLinksFilter } from '../links.port.ts'
import { linksOfStatus } from './links-of-status.ts'
import { filterAt, filterInput, isNarrow } from './own-links-filter.ts'

/**
 * The caller's links without their rules, newest first, page by page; concurrent changes skip or repeat none. Pass the same filter for each
 * page.
 */
export const listLinksByCursor = defineUseCase({
  name: 'listLinksByCursor',
  access: 'user',
  scope: 'links:read',
  demandOf: (asked) => (isNarrow(asked) ? 'long-read' : 'large-read'),
  input: z.object({ ...filterInput, ...cursorInput({ limit: 1000, max: 1000 }) }),
  run: (ports, caller, { limit, cursor, ...filter }) =>
    ResultAsync.fromSafePromise(
      outlines(ports, caller.owner, limit + 1, { cursor, ...filterAt(filter, ports.clock.now()) }),
    ).map((found) => toPage(found, limit)),
})

interface Place extends OwnLinksFilter {
  readonly cursor: Position | undefined
}

async function outlines(
  ports: Pick<Ports, 'store' | 'blocklist'>,
  owner: UserId,
  take: number,
  { cursor: after, ...filter }: Place,
): Promise<readonly LinkOutline[]> {
  const found: LinkOutline[] = []
  for await (const link of linksOfStatus(ports, owner, { ...filter, take, after })) {
    found.push(link)
    if (found.length === take) break
  }
  return found
}
