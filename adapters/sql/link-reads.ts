import type { Links, LinksFilter, LinksPage, UserId } from '@shortlink/core'
import { type Kysely, type Selectable, sql } from 'kysely'
import { isOwnedBy, isThere } from './leaving.ts'
import { hitCount, OUTLINE, toLink, toOutline } from './link-rows.ts'
import { type LinksQuery, type SearchLinks, searchEachText } from './link-search.ts'
import { keptLinks } from './link-totals.ts'
import type { Database, Schema } from './schema.ts'
import type { LinksTable } from './tables/links.ts'
import { ownerDisabledAt } from './takedown.ts'

type LinkReads = Pick<
  Links,
  'findBySlug' | 'findOwned' | 'find' | 'list' | 'count' | 'listAll' | 'countAll' | 'listAfter'
>

/** The queries of {@link Links}. */
export const linkReads = (db: Database, searchLinks: SearchLinks): LinkReads => ({
  async findBySlug(namespace, slug) {
    const row = await db.lookup
      .selectFrom('links')
      .where('namespace', '=', namespace)
      .where('slug', '=', slug)
      .where(isThere)
      .selectAll('links')
      .select([hitCount, ownerDisabledAt])
      .executeTakeFirst()
    return row && toLink(row)
  },

  async findOwned(owner, id) {
    const row = await db.lookup
      .selectFrom('links')
      .where('id', '=', id)
      .where(isOwnedBy(owner))
      .selectAll('links')
      .select(hitCount)
      .executeTakeFirst()
    return row && toLink(row)
  },

  async find(id) {
    const row = await db.lookup
      .selectFrom('links')
      .where('id', '=', id)
      .where(isThere)
      .selectAll('links')
      .select([hitCount, ownerDisabledAt])
      .executeTakeFirst()
    return row && toLink(row)
  },

  async list(owner, page) {
    const rows = await withHits(isShort(page) ? db.short : db.read, pageOf(searchLinks, db, owner, page).select(LISTED))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toOutline)
  },

  async count(owner, search) {
    const soon = search === undefined ? await shortCount(db, owner) : undefined
    return soon ?? countOf(matching(db, { owner, search }, searchLinks))
  },

  async listAll({ skip, take, ...filter }) {
    // By the primary key, since no index has the creation times of all links.
    const page = matching(db, filter).orderBy('no', 'desc').limit(take).offset(skip).select(LISTED)
    const rows = await withHits(db.read, page).orderBy('no', 'desc').execute()
    return rows.map(toOutline)
  },

  countAll: (filter) => countOf(matching(db, filter)),

  async listAfter(owner, take, after) {
    const rows = await withHits(db.read, pageOf(searchLinks, db, owner, { skip: 0, take, after }).selectAll('links'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toLink)
  },
})

/** What is read of a link for a list, and what its hit count is computed from. */
const LISTED = [...OUTLINE, 'links.no', 'links.earlier_hits'] as const

/** Rows of an index that a short page reads at most: they take a fraction of a millisecond, and a few from a cold disk. */
const SHORT_PAGE = 25

const isShort = ({ skip, take, search }: LinksPage) => search === undefined && skip + take <= SHORT_PAGE

/** The links that the filter matches. */
const matching = (
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
) => connection.selectFrom(page.as('links')).selectAll('links').select(hitCount)

async function countOf(matching: LinksQuery): Promise<number> {
  const { count } = await matching.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

/** Links of an owner that are counted beside other short reads: entries of some 25 pages of an index. */
const MAX_COUNTED_SOON = 1_000

/** How many links the owner has; undefined when they are many and no totals are kept. */
async function shortCount({ short }: Database, owner: UserId): Promise<number | undefined> {
  const limit = sql.lit(MAX_COUNTED_SOON + 1)
  const isDeleted = sql`exists (select 1 from deleted_accounts where id = ${owner})`
  const some = sql`select 1 from links where owner = ${owner} and not ${isDeleted} limit ${limit}`
  const counted = sql`(select nullif(count(*), ${limit}) from (${some}) as counted)`
  const answer = await sql<{ count: number | null }>`select coalesce(${keptLinks(owner)}, ${counted}) as count`.execute(
    short,
  )
  return answer.rows[0]?.count ?? undefined
}
