import type { NewHit } from '@shortlink/core'
import { type Kysely, sql } from 'kysely'
import { dayOf, type KeyedHit } from '../../sql/hits/hit-sums.ts'
import { clearLater, VisitorSet } from '../../sql/hits/visitor-set.ts'
import type { Schema } from '../../sql/schema.ts'
import { bigints, integers } from './arrays.ts'

/** A hit, the key of its link, and whether it is the visitor's first on the link on that day; null if visitors are not counted. */
export type CountedHit = readonly [hit: NewHit, linkKey: number, isFirst: boolean | null]

export interface FirstHits {
  readonly counted: readonly CountedHit[]
  /** Caches the visitors once they are committed. */
  keep(): void
}

/** About 16 MB of cached visitors of a day; their next hits cost the database nothing. */
const MAX_KNOWN = 650_000
/** Hashes of visitors are deleted within two days, so they leave memory, too. */
const KNOWN_MS = 24 * 60 * 60_000
export const knownVisitors = () => new VisitorSet()

/** Finds out which hits are the first of their visitors, by adding the visitors that are not known yet. */
export async function firstHits(
  db: Kysely<Schema>,
  hits: readonly KeyedHit[],
  known: VisitorSet,
  addVisitors: AddVisitors,
): Promise<FirstHits> {
  const before = new VisitorSet(hits.length)
  const added: Visitor[] = []
  const counted = hits.map(([hit, linkKey], index) => {
    const { visitor, firstToday } = hit
    if (visitor === undefined) return [hit, linkKey, firstToday] as const
    const day = dayOf(hit)
    const isNew = !known.has(day, linkKey, visitor) && before.add(day, linkKey, visitor)
    if (isNew) added.push({ day, linkKey, visitor, index })
    return [hit, linkKey, isNew] as const
  })
  if (added.length > 0) {
    for (const at of await addVisitors(db, added)) {
      const index = added[at]?.index ?? 0
      const [hit, linkKey] = counted[index] as CountedHit
      counted[index] = [hit, linkKey, false]
    }
  }
  return {
    counted,
    keep() {
      if (known.size === 0 && added.length > 0) clearLater(known, KNOWN_MS)
      for (const { day, linkKey, visitor } of added) {
        if (known.size === MAX_KNOWN) known.clear()
        known.add(day, linkKey, visitor)
      }
    },
  }
}

interface Visitor {
  readonly day: number
  readonly linkKey: number
  readonly visitor: bigint
  /** Index of the hit. */
  readonly index: number
}

/** Adds different visitors. Returns the positions of those that already existed. */
export type AddVisitors = (db: Kysely<Schema>, visitors: readonly Visitor[]) => Promise<readonly number[]>

/**
 * Adds visitors that are all new, as they are for a single server that caches the day's visitors: half the cost of checking each. Throws
 * when one already exists.
 */
export const addAll: AddVisitors = async (db, visitors) => {
  await sql`
    insert into hit_visitors (day, link_no, visitor)
    select * from ${rowsOf(visitors)} as given (day, link_no, visitor) order by ${ORDER}`.execute(db)
  return []
}

/** Adds visitors; other servers may have added some of them. */
export const addMissing: AddVisitors = async (db, visitors) => {
  // One row of one text: thousands of rows cost the driver more than they cost the database.
  const { rows } = await sql<{ again: string | null }>`
    with given as materialized (
      select * from ${rowsOf(visitors)} with ordinality as given (day, link_no, visitor, position)
    ), added as (
      insert into hit_visitors (day, link_no, visitor)
      select day, link_no, visitor from given order by ${ORDER}
      on conflict do nothing
      returning day, link_no, visitor
    )
    select string_agg(cast(position - 1 as text), ',') as again
    from given left join added using (day, link_no, visitor)
    where added.visitor is null`.execute(db)
  return rows[0]?.again?.split(',').map(Number) ?? []
}

/**
 * The same order on all servers, which rules out deadlocks. The day comes last, since comparing a nearly constant value first costs time.
 */
const ORDER = sql`link_no, visitor, day`

const rowsOf = (visitors: readonly Visitor[]) => sql`unnest(
  ${integers(visitors.map(({ day }) => day))}::integer[],
  ${integers(visitors.map(({ linkKey }) => linkKey))}::integer[],
  ${bigints(visitors.map(({ visitor }) => visitor))}::bigint[]
)`
