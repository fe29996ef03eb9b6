import type { Link, LinkId, UserId } from '@shortlink/core'
import type { Links } from '@shortlink/core/ports'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { COMPUTED } from '../rows/computed-columns.ts'
import { ownerIgnoredAddresses } from '../rows/ignored-addresses.ts'
import { isOwnedBy, isThere } from '../rows/leaving.ts'
import { digestOf, targetStart, toLink, toVisitedLink } from '../rows/link-rows.ts'
import { ownerDisabledAt } from '../rows/takedown.ts'
import type { Database, Schema } from '../schema.ts'
import { keptLinks } from '../totals/link-totals.ts'
import { matching } from './link-pages.ts'
import type { LinksQuery, SearchLinks } from './link-search.ts'
import { matchingOwn } from './own-links.ts'

/** The queries of {@link Links} for one link, and for numbers of links. */
export const linkReads = (
  db: Database,
  searchLinks: SearchLinks,
): Pick<
  Links,
  | 'findBySlug'
  | 'findOwned'
  | 'findByExternalId'
  | 'addresses'
  | 'find'
  | 'findPasswordHash'
  | 'findReusable'
  | 'count'
  | 'countAll'
  | 'countVisits'
> => ({
  async findBySlug(namespace, slug) {
    const row = await db.lookup
      .selectFrom('links')
      .where('no', '=', (of) =>
        of
          .selectFrom('links as found')
          .where('namespace', '=', namespace)
          .where('slug', '=', slug)
          .select((of) => of.fn.coalesce('alias_of', 'no').as('no')),
      )
      .where(isThere)
      .selectAll('links')
      .select([...COMPUTED, ownerDisabledAt, ownerIgnoredAddresses])
      .executeTakeFirst()
    return row && toVisitedLink(row)
  },

  findOwned: (owner, id) => ownLink(db, owner, (of) => of('id', '=', id)),

  findByExternalId: (owner, externalId) => ownLink(db, owner, (of) => of('external_id', '=', externalId)),

  async addresses(owner, ids) {
    if (ids.length === 0) return []
    const rows = await db.read
      .selectFrom('links')
      .where('id', 'in', ids)
      .where(isOwnedBy(owner))
      .select(['id', 'hostname', 'slug'])
      .execute()
    return rows.map(({ id, ...address }) => ({ id: id as LinkId, ...address }))
  },

  async find(id) {
    const row = await db.lookup
      .selectFrom('links')
      .where('id', '=', id)
      .where(isThere)
      .selectAll('links')
      .select([...COMPUTED, ownerDisabledAt])
      .executeTakeFirst()
    return row && toLink(row)
  },

  async findPasswordHash(id) {
    const row = await db.lookup.selectFrom('links').where('id', '=', id).select('password_hash').executeTakeFirst()
    return row?.password_hash ?? null
  },

  async findReusable(owner, hostname, target) {
    const plain = plainWithTarget(db, owner, hostname, target)
    const row =
      (await plain.where('target_digest', '=', digestOf(target)).executeTakeFirst()) ??
      // Rows of version 0.1.0 have no digest. In one query with the others, neither would be read by its index.
      (await plain
        .where('target_digest', 'is', null)
        .where(sql<boolean>`${targetStart} = substr(${target}, 1, 100)`)
        .executeTakeFirst())
    return row && toLink(row)
  },

  async count(owner, filter = {}) {
    const { archived, ...others } = filter
    const isPlain = Object.values(others).every((value) => value === undefined) && archived !== true
    const all = isPlain ? await shortCount(db, owner) : undefined
    const longCount = () => db.offload(owner, (read) => countOf(matchingOwn({ read }, owner, filter, searchLinks)))
    if (all === undefined) return longCount()
    if (archived === undefined || all === 0) return all
    const few = await shortCountOfArchived(db, owner)
    return few === undefined ? longCount() : all - few
  },

  countAll: (filter) => countOf(matching(db, filter)),

  async countVisits() {
    const { rows } = await sql<{ visits: number }>`select cast(
      coalesce((select sum(earlier_hits) from links), 0) + coalesce((select sum(hits) from link_hits), 0) as bigint
    ) as visits`.execute(db.read)
    return rows[0]?.visits ?? 0
  },
})

/** The link of the owner that the condition selects. */
async function ownLink(
  { lookup }: Database,
  owner: UserId,
  which: (of: ExpressionBuilder<Schema, 'links'>) => Expression<SqlBool>,
): Promise<Link | undefined> {
  const row = await lookup
    .selectFrom('links')
    .where(which)
    .where(isOwnedBy(owner))
    .selectAll('links')
    .select(COMPUTED)
    .executeTakeFirst()
  return row && toLink(row)
}

/** The newest link that only redirects to the target. */
const plainWithTarget = ({ read }: Database, owner: UserId, hostname: string, target: string) =>
  read
    .selectFrom('links')
    .where(isOwnedBy(owner))
    .where('target', '=', target)
    .where('hostname', '=', hostname)
    .where('rules', '=', '[]')
    // A link that closes or requires a password is guarded.
    .where('guarded', 'is', null)
    .where('disabled_at', 'is', null)
    .where('archived', '=', 0)
    .where('external_id', 'is', null)
    .selectAll('links')
    .select(COMPUTED)
    // A sum as sort key, since otherwise both databases would read all links of the owner in index order just to avoid sorting.
    .orderBy(sql`created_at + 0`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/** Number of archived links of the owner, from an index of only these; undefined when there are many. */
async function shortCountOfArchived({ short }: Database, owner: UserId): Promise<number | undefined> {
  const some = short
    .selectFrom('links')
    .where('owner', '=', owner)
    .where('archived', '=', sql.lit(1))
    .select('created_at')
    .limit(sql.lit(MAX_COUNTED_SOON + 1))
  const { count } = await short
    .selectFrom(some.as('some'))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count > MAX_COUNTED_SOON ? undefined : count
}

async function countOf(matching: LinksQuery): Promise<number> {
  const { count } = await matching.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

/** Maximum number of an owner's links to count among short reads: entries of some 25 pages of an index. */
const MAX_COUNTED_SOON = 1_000

/** Number of links of the owner; undefined when there are many and no stored totals. */
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
