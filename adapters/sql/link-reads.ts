import type { Links, Position } from '@shortlink/core'
import type { Page } from '@shortlink/core/adapter'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { isOwnedBy, isThere } from './leaving.ts'
import { toPattern } from './like-pattern.ts'
import { hitCount, hits, OUTLINE, toLink, toOutline } from './link-rows.ts'
import type { Database, Schema } from './schema.ts'
import { ownerDisabledAt } from './takedown.ts'

type LinkReads = Pick<
  Links,
  'findBySlug' | 'findOwned' | 'find' | 'list' | 'listAll' | 'listAfter' | 'outlinesAfter' | 'totals'
>

/** The queries of {@link Links}. */
export const linkReads = (db: Database): LinkReads => ({
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

  list: (owner, { search, ...page }) =>
    pageOf(
      db.read
        .selectFrom('links')
        .where(isOwnedBy(owner))
        .$if(search !== undefined, (query) => query.where(matches(search ?? ''))),
      (query) => query.orderBy('created_at', 'desc').orderBy('id', 'desc'),
      page,
    ),

  listAll: ({ owner, hostname, search, ...page }) =>
    pageOf(
      db.read
        .selectFrom('links')
        .where(isThere)
        .$if(search !== undefined, (query) => query.where(matches(search ?? '')))
        .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
        .$if(hostname !== undefined, (query) => query.where('hostname', '=', hostname ?? '')),
      // By the primary key, since no index has the creation times of all links.
      (query) => query.orderBy('no', 'desc'),
      page,
    ),

  async listAfter(owner, take, place) {
    const rows = await after(db, owner, take, place).selectAll('links').execute()
    return rows.map(toLink)
  },

  async outlinesAfter(owner, take, place, search) {
    const rows = await after(db, owner, take, place)
      .$if(search !== undefined, (query) => query.where(matches(search ?? '')))
      .select(OUTLINE)
      .execute()
    return rows.map(toOutline)
  },

  async totals(owner, top) {
    const [sums, topLinks] = await Promise.all([sumsOf(db, owner), topOf(db, owner, top)])
    return { ...sums, topLinks: topLinks.map(toLink) }
  },
})

/** An owner's links in the order of a list, from a place on. */
const after = (db: Database, owner: string, take: number, place?: Position) =>
  db.read
    .selectFrom('links')
    .where(isOwnedBy(owner))
    .$if(place !== undefined, (query) =>
      query.where((of) => of(of.refTuple('created_at', 'id'), '<', of.tuple(place?.createdAt ?? 0, place?.id ?? ''))),
    )
    .select(hitCount)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(take)

type LinksQuery = SelectQueryBuilder<Schema, 'links', object>

/** One page of the links that match, in order, and how many match. */
async function pageOf(matching: LinksQuery, inOrder: (query: LinksQuery) => LinksQuery, { skip, take }: Page) {
  const rows = await inOrder(matching).select(OUTLINE).select(hitCount).limit(take).offset(skip).execute()
  const items = rows.map(toOutline)
  // The last page implies the total, and a search with few results has read every link already.
  const isLastPage = rows.length < take && (rows.length > 0 || skip === 0)
  if (isLastPage) return { items, totalCount: skip + rows.length }
  const { count } = await matching.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { items, totalCount: count }
}

function matches(search: string) {
  const pattern = toPattern(search)
  return (of: ExpressionBuilder<Schema, 'links'>) =>
    of.or(
      (['slug_folded', 'target_folded', 'title_folded'] as const).map(
        (column) => sql<boolean>`${of.ref(column)} like ${pattern} escape '\\'`,
      ),
    )
}

const sumsOf = (db: Database, owner: string) =>
  db.read
    .selectFrom('links')
    .where(isOwnedBy(owner))
    .select((of) => [
      of.fn.countAll<number>().as('totalLinks'),
      // A sum over bigint is a decimal in Postgres.
      of.cast<number>(of.fn.coalesce(of.fn.sum<number>('enable_tracking'), sql.lit(0)), 'bigint').as('trackedLinks'),
      of.cast<number>(of.fn.coalesce(of.fn.sum<number>(hits), sql.lit(0)), 'bigint').as('totalClicks'),
    ])
    .executeTakeFirstOrThrow()

const topOf = (db: Database, owner: string, top: number) =>
  db.read
    .selectFrom('links')
    .where(isOwnedBy(owner))
    .selectAll('links')
    .select(hitCount)
    .orderBy('hit_count', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(top)
    .execute()
