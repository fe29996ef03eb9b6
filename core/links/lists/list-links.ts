import { err, ok, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { LinkId, UserId } from '../../kernel/ids.ts'
import { id, withDefault } from '../../kernel/input.ts'
import { isDeep, pageInput, totalOf } from '../../kernel/page.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import type { LinkOutline } from '../link.ts'
import { dependsOnBlocklist, pageOfStatus } from './links-of-status.ts'
import { filterAt, filterInput, isSelective, orderInput } from './own-links-filter.ts'

/**
 * Default number of links per page, and the maximum of a page that runs in parallel with other reads of its account: rules may take
 * megabytes per page.
 */
const USUAL_PAGE = 20

/** Part of a list of links. */
export interface LinkList {
  readonly items: readonly LinkOutline[]
  /** Number of all matching links, regardless of the page; null unless requested. */
  readonly totalCount: number | null
}

const Input = z.object({
  ...pageInput({ take: USUAL_PAGE, max: 100 }),
  after: id<LinkId>('after')
    .nullish()
    .describe("Only links after the caller's link with this id, in the sort order; `skip` counts from there."),
  ...filterInput,
  ...orderInput,
  counted: withDefault(z.boolean('counted must be a boolean'), false).describe('Whether to count all links.'),
})

/** The caller's links, by default newest first; with `counted` also their total number. */
export const listLinks = defineUseCase({
  name: 'listLinks',
  access: 'user',
  scope: 'links:read',
  demandOf: (page) => {
    if (isSelective(page) || isDeep(page)) return 'long-read'
    return page.counted || page.take > USUAL_PAGE ? 'large-read' : undefined
  },
  input: Input,
  run: (ports, { owner }, asked) => new ResultAsync(list(ports, owner, asked)),
})

async function list(
  ports: Ports,
  owner: UserId,
  { after: afterId, domainId, counted, skip, take, sort, ...filter }: z.output<typeof Input>,
): Promise<Result<LinkList, ErrorOf<'not-found'>>> {
  const { store, clock } = ports
  const after = afterId == null ? undefined : await store.links.findOwned(owner, afterId)
  if (afterId != null && after === undefined) return err({ type: 'not-found', what: 'Shortlink' })
  const domain = domainId == null ? undefined : await store.domains.findOwned(owner, domainId)
  if (domainId != null && domain === undefined) return ok({ items: [], totalCount: counted ? 0 : null })
  const wanted = { ...filterAt(filter, clock.now()), hostname: domain?.hostname }
  if (dependsOnBlocklist(ports, wanted)) {
    const { items, totalCount } = await pageOfStatus(ports, owner, { ...wanted, skip, take, sort, after })
    return ok({ items, totalCount: counted ? totalCount : null })
  }
  const items = await store.links.list(owner, { ...wanted, skip, take, sort, after })
  if (!counted) return ok({ items, totalCount: null })
  const count = () => store.links.count(owner, wanted)
  return ok({ items, totalCount: await (after ? count() : totalOf(items, { skip, take }, count)) })
}
