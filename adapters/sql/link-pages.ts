import type { Links, LinksFilter, LinksPage, UserId } from '@shortlink/core'
import type { Kysely, Selectable } from 'kysely'
import { COMPUTED } from './computed-columns.ts'
import { keptQuery } from './kept-query.ts'
import { isOwnedBy, isThere } from './leaving.ts'
import { OUTLINE, toLink, toOutline } from './link-rows.ts'
import { type LinksQuery, type SearchLinks, searchEachText } from './link-search.ts'
import type { Database, Schema } from './schema.ts'
import type { LinksTable } from './tables/links.ts'

/** The queries of {@link Links} for lists. */
export function linkPages(db: Database, searchLinks: SearchLinks): Pick<Links, 'list' | 'listAll' | 'listAfter'> {
  const listed = (connection: Kysely<Schema>, owner: UserId, page: LinksPage) =>
    withHits(connection, pageOf(searchLinks, db, owner, page).select(LISTED))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
  const firstPage = keptQuery(db.short, (owner: UserId, take: number) => listed(db.short, owner, { skip: 0, take }))

  return {
    async list(owner, page) {
      const isFirst = page.skip === 0 && page.after === undefined
      if (isFirst && isShort(page)) return (await firstPage(owner, page.take)).rows.map(toOutline)
      const rows = await listed(isShort(page) ? db.short : db.read, owner, page).execute()
      return rows.map(toOutline)
    },

    async listAll({ skip, take, ...filter }) {
      // By the primary key, since no index has the creation times of all links.
      const page = matching(db, filter).orderBy('no', 'desc').limit(take).offset(skip).select(LISTED)
      const rows = await withHits(db.read, page).orderBy('no', 'desc').execute()
      return rows.map(toOutline)
    },

    async listAfter(owner, take, after) {
      const rows = await withHits(db.read, pageOf(searchLinks, db, owner, { skip: 0, take, after }).selectAll('links'))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toLink)
    },
  }
}

/** What is read of a link for a list, and what its hit count is computed from. */
const LISTED = [...OUTLINE, 'links.no', 'links.earlier_hits'] as const

/** Rows of an index that a short page reads at most: they take a fraction of a millisecond, and a few from a cold disk. */
const SHORT_PAGE = 25

const isShort = ({ skip, take, search }: LinksPage) => search === undefined && skip + take <= SHORT_PAGE

/** The links that the filter matches. */
export const matching = (
  { read }: Database,
  { owner, hostname, search }: LinksFilter,
  searchLinks: SearchLinks = searchEachText,
): LinksQuery =>
  (search === undefined ? read.selectFrom('links') : searchLinks(read, search))
    .where(owner === undefined ? isThere : isOwnedBy(owner))
    .$if(hostname !== undefined, (query) => query.where('hostname', '=', hostname ?? ''))

/** A page of an owner's links. */
const pageOf = (searchLinks: SearchLinks, db: Database, owner: UserId, { skip, take, after, search }: LinksPage) =>
  matching(db, { owner, search }, searchLinks)
    .$if(after !== undefined, (query) =>
      query.where((of) => of(of.refTuple('created_at', 'id'), '<', of.tuple(after?.createdAt ?? 0, after?.id ?? ''))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(take)
    .offset(skip)

/** The links of a page, with their hit counts. The page is picked first: beside OFFSET, Postgres would count the hits of skipped links, too. */
const withHits = <Row extends Pick<Selectable<LinksTable>, 'created_at' | 'id' | 'no'>>(
  connection: Kysely<Schema>,
  page: LinksQuery<Row>,
) => connection.selectFrom(page.as('links')).selectAll('links').select(COMPUTED)
