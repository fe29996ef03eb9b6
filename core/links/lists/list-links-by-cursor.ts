import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { type CursorPage, cursorInput, INVALID_CURSOR, type KeyPosition, toPage } from '../../kernel/cursor.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import type { LinkOutline } from '../link.ts'
import type { LinkSort } from '../link-status.ts'
import type { LinksPage, OwnLinksFilter } from '../links.port.ts'
import { linksOfStatus } from './links-of-status.ts'
import { filterAt, filterInput, isSelective, orderInput, SORT_KEYS } from './own-links-filter.ts'

const Input = z.object({ ...filterInput, ...orderInput, ...cursorInput({ limit: 1000, max: 1000 }) })

/**
 * The caller's links without their rules, by default newest first, page by page. Concurrent changes skip or repeat none, unless they change
 * the sort key of a link. Pass the same filter and order for each page.
 */
export const listLinksByCursor = defineUseCase({
  name: 'listLinksByCursor',
  access: 'user',
  scope: 'links:read',
  demandOf: (asked) => (isSelective(asked) ? 'long-read' : 'large-read'),
  input: Input,
  run: (ports, { owner }, asked) => new ResultAsync(list(ports, owner, asked)),
})

async function list(
  ports: Ports,
  owner: UserId,
  { limit, cursor, sort, domainId, ...filter }: z.output<typeof Input>,
): Promise<Result<CursorPage<LinkOutline>, ErrorOf<'invalid-input' | 'not-found'>>> {
  const keyOf = SORT_KEYS[sort]
  if (cursor && (cursor.key === undefined) !== (keyOf === undefined)) return err(INVALID_CURSOR)
  const domain = domainId == null ? undefined : await ports.store.domains.findOwned(owner, domainId)
  if (domainId != null && domain === undefined) return err({ type: 'not-found', what: 'Domain' })
  const place = {
    ...filterAt(filter, ports.clock.now()),
    hostname: domain?.hostname,
    after: placeOf(cursor, sort),
    sort,
  }
  return ok(toPage(await outlines(ports, owner, limit + 1, place), limit, keyOf))
}

/** The position of a cursor in the order. */
const placeOf = (cursor: KeyPosition | undefined, sort: LinkSort): LinksPage['after'] =>
  cursor && { ...cursor, [sort === 'MOST_VISITED' ? 'hitCount' : 'updatedAt']: cursor.key }

async function outlines(
  ports: Pick<Ports, 'store' | 'blocklist'>,
  owner: UserId,
  take: number,
  place: OwnLinksFilter & Pick<LinksPage, 'after' | 'sort'>,
): Promise<readonly LinkOutline[]> {
  const found: LinkOutline[] = []
  for await (const link of linksOfStatus(ports, owner, { ...place, take })) {
    found.push(link)
    if (found.length === take) break
  }
  return found
}
