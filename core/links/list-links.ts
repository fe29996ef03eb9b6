import { okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import { found } from '../kernel/found.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import { id, text, withDefault } from '../kernel/input.ts'
import { isDeep, pageInput, totalOf } from '../kernel/page.ts'
import { defineUseCase } from '../use-case.ts'
import type { Link, LinkOutline } from './link.ts'
import type { Links, LinksPage } from './links.port.ts'

const MAX_SEARCH_LENGTH = 2048
/** Links of a page by default, and at most of one that runs beside other reads of its account: rules may take megabytes a page. */
const USUAL_PAGE = 20

/** The argument of lists that a text narrows down. */
export const searchInput = text('search', { max: MAX_SEARCH_LENGTH })
  .nullish()
  .transform((value) => value?.trim() || undefined)
  .describe(
    `Only links with this text, of at most ${MAX_SEARCH_LENGTH} characters, anywhere in slug, target or title, in upper or lower case.`,
  )

/** Part of a list of links. */
export interface LinkList {
  readonly items: readonly LinkOutline[]
  /** Number of all matching links, regardless of the page; null unless it was asked for. */
  readonly totalCount: number | null
}

/** The caller's links, newest first; with `counted` also how many there are in all. */
export const listLinks = defineUseCase({
  name: 'listLinks',
  access: 'user',
  demandOf: (page) => {
    if (page.search !== undefined || isDeep(page)) return 'long-read'
    return page.counted || page.take > USUAL_PAGE ? 'large-read' : undefined
  },
  input: z.object({
    ...pageInput({ take: USUAL_PAGE, max: 100 }),
    after: id<LinkId>('after')
      .nullish()
      .describe("Only links behind the caller's link of this id, in the order of the list; `skip` counts from there."),
    search: searchInput,
    counted: withDefault(z.boolean('counted must be a boolean'), false).describe('Whether to count all links.'),
  }),
  run({ store: { links } }, { userId }, { after: afterId, ...page }): ResultAsync<LinkList, NotFound> {
    const after: ResultAsync<Link | undefined, NotFound> =
      afterId == null ? okAsync(undefined) : found(links.findOwned(userId, afterId), 'Shortlink')
    return after.andThen((after) => ResultAsync.fromSafePromise(list(links, userId, { ...page, after })))
  },
})

async function list(
  links: Links,
  userId: UserId,
  { counted, ...page }: LinksPage & { readonly counted: boolean },
): Promise<LinkList> {
  const items = await links.list(userId, page)
  if (!counted) return { items, totalCount: null }
  const count = () => links.count(userId, page)
  return { items, totalCount: await (page.after ? count() : totalOf(items, page, count)) }
}

type NotFound = ErrorOf<'not-found'>
