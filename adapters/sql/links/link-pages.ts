import type { UserId } from '@shortlink/core'
import type { Links, LinksFilter, LinksPage } from '@shortlink/core/ports'
import { type Kysely, type Selectable, sql } from 'kysely'
import { keptQuery } from '../kit/kept-query.ts'
import { COMPUTED } from '../rows/computed-columns.ts'
import { HAS_RULES } from '../rows/guard.ts'
import { isOwnedBy, isThere } from '../rows/leaving.ts'
import { OUTLINE, toLink, toOutline } from '../rows/link-rows.ts'
import type { Database, Schema } from '../schema.ts'
import type { LinksTable } from '../tables/links.ts'
import { inOrder, isBehind } from './link-order.ts'
import { type LinksQuery, leadsTo, type SearchLinks, searchEachText } from './link-search.ts'
import { matchingOwn } from './own-links.ts'

/** The queries of {@link Links} for lists. */
export function linkPages(db: Database, searchLinks: SearchLinks): Pick<Links, 'list' | 'listAll' | 'listAfter'> {
  const listed = (connection: Kysely<Schema>, owner: UserId, page: LinksPage) =>
    inOrder(
      withHits(connection, pageOf(searchLinks, connection, owner, page).select(LISTED).select(HAS_RULES_COLUMN)),
      page.sort,
    )
  const firstPage = keptQuery(db.short, (owner: UserId, take: number) => listed(db.short, owner, { skip: 0, take }))
  const shortPage = async (owner: UserId, page: LinksPage) =>
    page.skip === 0 && page.after === undefined
      ? (await firstPage(owner, page.take)).rows
      : listed(db.short, owner, page).execute()

  return {
    async list(owner, page) {
      const { skip, take, archived, ...others } = page
      if (isShort(page)) {
        if (archived === undefined) return (await shortPage(owner, page)).map(toOutline)
        // Nearly always none of the first is archived; if many are, finding the others may take long.
        const rows = await shortPage(owner, { ...others, skip: 0, take: skip + take })
        if (rows.every((row) => row.archived === 0)) return rows.slice(skip).map(toOutline)
      }
      const rows = await db.offload(owner, (read) => listed(read, owner, page).execute())
      return rows.map(toOutline)
    },

    async listAll({ skip, take, ...filter }) {
      // By the primary key, since no index has the creation times of all links.
      const page = matching(db, filter)
        .orderBy('no', 'desc')
        .limit(take)
        .offset(skip)
        .select(LISTED)
        .select(HAS_RULES_COLUMN)
      const rows = await withHits(db.read, page).orderBy('no', 'desc').execute()
      return rows.map(toOutline)
    },

    async listAfter(owner, take, after) {
      const rows = await db.offload(owner, (read) => {
        const page = pageOf(searchLinks, read, owner, { skip: 0, take, after }).selectAll('links')
        return inOrder(withHits(read, page)).execute()
      })
      return rows.map(toLink)
    },
  }
}

/** The columns of a link for a list, and those that its hit count is computed from. */
const LISTED = [...OUTLINE, 'links.no', 'links.earlier_hits'] as const

const HAS_RULES_COLUMN = sql<number>`case when ${HAS_RULES} then 1 else 0 end`.as('has_rules')

/** Maximum number of index rows for a short page: they take a fraction of a millisecond, and a few from a cold disk. */
const SHORT_PAGE = 25

/** Whether the page is read along an index, archived links aside. */
const isShort = ({ skip, take, after: _, archived, sort = 'NEWEST', ...filters }: LinksPage) =>
  Object.values(filters).every((filter) => filter === undefined) &&
  archived !== true &&
  sort === 'NEWEST' &&
  skip + take <= SHORT_PAGE

/** The links that the filter matches. */
export const matching = (
  { read }: Database,
  { owner, hostname, targetHosts, search }: LinksFilter,
  searchLinks: SearchLinks = searchEachText,
): LinksQuery =>
  (search === undefined ? read.selectFrom('links') : searchLinks(read, search))
    .where(owner === undefined ? isThere : isOwnedBy(owner))
    .$if(hostname !== undefined, (query) => query.where('hostname', '=', hostname ?? ''))
    .$if(targetHosts !== undefined, (query) => query.where(leadsTo(targetHosts ?? [])))

const pageOf = (searchLinks: SearchLinks, read: Kysely<Schema>, owner: UserId, page: LinksPage) =>
  inOrder(
    matchingOwn({ read }, owner, page, searchLinks).$if(page.after !== undefined, (query) =>
      query.where(isBehind(page.after, page.sort)),
    ),
    page.sort,
  )
    .limit(page.take)
    .offset(page.skip)

/**
 * The links of a page, with their hit counts. A subquery picks the page first: with OFFSET in the same query, Postgres would also count the
 * hits of skipped links.
 */
const withHits = <Row extends Pick<Selectable<LinksTable>, 'created_at' | 'id' | 'no'>>(
  connection: Kysely<Schema>,
  page: LinksQuery<Row>,
) => connection.selectFrom(page.as('links')).selectAll('links').select(COMPUTED)
