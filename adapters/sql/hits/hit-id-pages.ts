import type { Instant, LinkId, UserId } from '@shortlink/core'
import { firstHitIdAt } from '@shortlink/core/adapter'
import { sql } from 'kysely'
import type { Erasing } from '../kit/erasing.ts'
import { isOwnedBy } from '../rows/leaving.ts'
import type { Database } from '../schema.ts'

export interface IdPage {
  /** Only higher ids. */
  readonly after: bigint
  readonly take: number
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
}

/** The connections for reading ids. */
export interface Reader extends Pick<Database, 'read'>, Pick<Erasing, 'elements'> {}

/** Maximum difference between the time in an id and the time of its visit, as after a clock was set. */
const MAX_DIFFERENCE_MS = 3_600_000
const MAX_ID = 2n ** 63n - 1n
/** Number of visits of all accounts to read along the primary key, before querying each link separately. */
const WALKED = 2000
/** Visits of each link that are read at first. */
const PER_LINK = 32
/** A window of ids is at most this many times longer than the previous one. */
const MAX_GROWTH = 64

/** The next ids of one of the owner's links, in order. */
export async function idsOfLink(db: Reader, owner: UserId, link: LinkId, page: IdPage): Promise<bigint[]> {
  const { low, high } = boundsOf(page)
  const { ids } = await perLink(db, { owner, link }, { after: low, through: high, limit: page.take }, page)
  return ids
}

/**
 * The next ids of all links of the owner, in order. It first reads some visits of all accounts: that is enough for an owner of many of
 * them, and shows how dense they are. Then it queries each link for its visits in a window of ids, which grows until the page is full. So
 * no statement reads more than a few visits of each link.
 */
export async function idsOfOwner(db: Reader, owner: UserId, page: IdPage): Promise<bigint[]> {
  const { low, high } = boundsOf(page)
  const walked = await walk(db, owner, low, high, page)
  if (walked === undefined) return []
  const found = walked.ids
  let [after, width, limit] = [walked.through, walked.through - walked.first + 1n, PER_LINK]
  let inWindow = found.length
  while (found.length < page.take && after < walked.last) {
    const wanted = page.take - found.length
    width *= BigInt(Math.min(MAX_GROWTH, Math.ceil((2 * wanted) / Math.max(1, inWindow))))
    const through = after + width < walked.last ? after + width : walked.last
    const { ids, complete } = await perLink(db, { owner }, { after, through, limit }, page)
    for (const id of ids) found.push(id)
    if (complete < through) limit = Math.min(4 * limit, page.take)
    width = complete - after
    after = complete
    inWindow = ids.length
  }
  return found.slice(0, page.take)
}

/** The ids that a page may have, the lower bound excluded. */
function boundsOf({ after, from, to }: IdPage) {
  const earliest = from === undefined ? 0n : firstHitIdAt(from - MAX_DIFFERENCE_MS) - 1n
  const latest = to === undefined ? MAX_ID : firstHitIdAt(to + MAX_DIFFERENCE_MS)
  return { low: after > earliest ? after : earliest, high: latest < MAX_ID ? latest : MAX_ID }
}

/** The owner's ids among the next visits of all accounts, and where these and all visits end; undefined when there is no visit. */
async function walk({ read }: Reader, owner: UserId, low: bigint, high: bigint, page: IdPage) {
  const { rows } = await sql<{ first: string | null; through: string; last: string }>`
    select cast(min(id) as text) as first, cast(max(id) as text) as through,
      (select cast(max(id) as text) from hits where ${isUpTo(high)}) as last
    from (select id from hits where id > ${low} and ${isUpTo(high)} order by id limit ${WALKED}) as walked`.execute(
    read,
  )
  const [ends] = rows
  if (ends == null || ends.first === null) return undefined
  const [first, through, last] = [BigInt(ends.first), BigInt(ends.through), BigInt(ends.last)]
  const owned = await read
    .selectFrom('hits')
    .innerJoin('links', 'links.no', 'hits.link_no')
    .where('hits.id', '>', low)
    .where('hits.id', '<=', through)
    .where(isOwnedBy(owner))
    .where(isAt(page))
    .select(sql<string>`cast(hits.id as text)`.as('id'))
    .orderBy('hits.id')
    .limit(page.take)
    .execute()
  return { ids: owned.map(({ id }) => BigInt(id)), first, through, last }
}

interface Window {
  /** Excluded. */
  readonly after: bigint
  readonly through: bigint
  /** Visits of each link. */
  readonly limit: number
}

interface Asked {
  readonly owner: UserId
  readonly link?: LinkId
}

/**
 * The next ids in a window, in order, and the id up to which they are complete unless they fill the page: a link may have more visits than
 * the limit. The database sorts the ids of all links, since a window may have hundreds of thousands.
 */
async function perLink(
  { read, elements }: Reader,
  { owner, link }: Asked,
  { after, through, limit }: Window,
  page: IdPage,
) {
  // The bounds depend on the link, so that Postgres does not look for them in the visits of all links instead of in the link's own.
  const own = sql`
    from hits where link_no = links.no and id > links.no * 0 + cast(${after} as bigint)
      and id <= links.no * 0 + cast(${through} as bigint) and ${isAt(page)}
    order by link_no, id`
  const lists = read
    .selectFrom('links')
    .where(isOwnedBy(owner))
    .$if(link !== undefined, (query) => query.where('links.id', '=', link as LinkId))
    .select([
      sql`(select '[' || string_agg(cast(id as text), ',') || ']' from (select id ${own} limit ${limit}) as own)`.as(
        'ids',
      ),
      sql`(select id ${own} limit 1 offset ${limit - 1})`.as('last'),
    ])
  const { rows } = await sql<{ id: string; complete: string | null }>`
    with lists as materialized ${lists}, ends as materialized (select min(last) as complete from lists),
      found as (select cast(cast(value as text) as bigint) as id from lists cross join ${elements(sql.ref('ids'))} as one)
    select cast(id as text) as id, (select cast(complete as text) from ends) as complete from found
    where id <= coalesce((select complete from ends), ${through}) order by found.id limit ${page.take}`.execute(read)
  return { ids: rows.map(({ id }) => BigInt(id)), complete: BigInt(rows[0]?.complete ?? through) }
}

/** Omits an upper bound that bounds nothing: without statistics Postgres assumes that any range is small, and would sort it. */
const isUpTo = (high: bigint) => (high === MAX_ID ? sql<boolean>`true` : sql<boolean>`id <= ${high}`)

/** Whether a visit is at a time of the page. */
const isAt = ({ from, to }: IdPage) =>
  sql<boolean>`(${from === undefined ? sql`true` : sql`hits.at >= ${from}`} and ${to === undefined ? sql`true` : sql`hits.at < ${to}`})`
