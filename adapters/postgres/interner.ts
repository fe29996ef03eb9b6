import { type Kysely, sql } from 'kysely'
import type { KeyedHit } from '../sql/hit-sums.ts'
import {
  agentRow,
  digestOf,
  KeyCache,
  KeyCacheAge,
  type LastKeyCache,
  lastKeyCaches,
  placeRow,
} from '../sql/interned.ts'
import type { Schema } from '../sql/schema.ts'

type Row = Record<string, string | number | null>
/** What is to be interned, under a text that tells it from all others. */
type Contents = ReadonlyMap<string, Row>

/** The numbers of what hits share, one of each a hit. */
export interface InternedColumns {
  readonly agents: readonly number[]
  readonly places: readonly number[]
  readonly referrers: readonly (number | null)[]
  readonly destinations: readonly number[]
}

export type InternerSession = ReturnType<ReturnType<typeof interner>['session']>

/** Finds or makes the rows that hits share, a whole batch at a time. */
export function interner() {
  const known = {
    agents: new KeyCache(),
    places: new KeyCache(),
    referrers: new KeyCache(),
    destinations: new KeyCache(),
  }
  const recent = lastKeyCaches()
  const age = new KeyCacheAge()

  /** The numbers found in one transaction; `keep` once it is committed. */
  function session() {
    if (age.isOver()) for (const memory of [...Object.values(known), ...Object.values(recent)]) memory.clear()
    const agents = internedTable('hit_agents', known.agents)
    const places = internedTable('hit_places', known.places)
    const referrers = internedTable('hit_referrers', known.referrers)
    const destinations = internedTable('hit_destinations', known.destinations)
    const learn: (() => void)[] = []

    /** A column of numbers: from what was met lately, else by its content. */
    async function column<Key extends string | number | null, Part>(
      hits: readonly KeyedHit[],
      recent: LastKeyCache<Key, Part>,
      keyOf: (hit: KeyedHit) => Key,
      contentOf: (hit: KeyedHit) => readonly [content: string, row: Row],
      numbersOf: (contents: Contents) => Promise<(content: string) => number>,
    ): Promise<number[]> {
      const met = hits.map((numbered) => recent.get(keyOf(numbered), numbered[0]) ?? contentOf(numbered))
      const numberOf = await numbersOf(new Map(met.filter((one) => typeof one !== 'number')))
      return met.map((one, index) => {
        if (typeof one === 'number') return one
        const numbered = hits[index] as KeyedHit
        const no = numberOf(one[0])
        learn.push(() => recent.set(keyOf(numbered), numbered[0], no))
        return no
      })
    }

    async function columns(db: Kysely<Schema>, hits: readonly KeyedHit[]): Promise<InternedColumns> {
      const intern = (table: ReturnType<typeof internedTable>) => (contents: Contents) => table.numbers(db, contents)
      // Always in this order, so that recorders do not wait for each other in a circle.
      const agentColumn = await column(
        hits,
        recent.agents,
        ([hit]) => hit.userAgent,
        ([hit]) => spelled(agentRow(hit)),
        intern(agents),
      )
      const placeColumn = await column(
        hits,
        recent.places,
        ([hit]) => hit.country,
        ([hit]) => spelled(placeRow(hit)),
        intern(places),
      )
      const named = hits.flatMap(([{ referrer }]) => (referrer === null ? [] : [[referrer, { referrer }] as const]))
      const referrerNo = await referrers.numbers(db, new Map(named))
      const destinationColumn = await column(
        hits,
        recent.destinations,
        ([, link]) => link,
        ([{ redirectedTo }, link]) => [`${link} ${redirectedTo}`, { link_no: link, url: redirectedTo }],
        intern(destinations),
      )
      return {
        agents: agentColumn,
        places: placeColumn,
        referrers: hits.map(([{ referrer }]) => (referrer === null ? null : referrerNo(referrer))),
        destinations: destinationColumn,
      }
    }

    return {
      columns,
      keep() {
        for (const table of [agents, places, referrers, destinations]) table.keep()
        for (const one of learn) one()
      },
    }
  }
  return { session }
}

const spelled = (row: Row) => [JSON.stringify(row), row] as const

function internedTable(table: string, known: KeyCache) {
  const fresh = new Map<string, number>()

  async function numbers(db: Kysely<Schema>, contents: Contents): Promise<(content: string) => number> {
    const unknown = [...contents].filter(([content]) => known.get(content) === undefined)
    if (unknown.length > 0) await intern(db, unknown)
    return (content) => known.get(content) ?? fresh.get(content) ?? missing(table)
  }

  async function intern(db: Kysely<Schema>, contents: Array<readonly [string, Row]>) {
    const rows = contents
      .map(([content, row]) => ({ content, digest: digestOf(content), row }))
      .sort((a, b) => (a.digest < b.digest ? -1 : 1))
    const asked = JSON.stringify(rows.map(({ digest, row }) => ({ ...row, digest })))
    const columns = sql.join(Object.keys({ ...rows[0]?.row, digest: '' }).map((name) => sql.id(name)))
    await sql`insert into ${sql.id(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.id(table)}, ${asked}::json) on conflict do nothing`.execute(
      db,
    )
    const found = await sql<{ no: number; digest: string }>`
      select no, digest from ${sql.id(table)} where digest = any(${rows.map(({ digest }) => digest)}::text[])`.execute(
      db,
    )
    const byDigest = new Map(found.rows.map(({ no, digest }) => [digest, no]))
    for (const { content, digest } of rows) fresh.set(content, byDigest.get(digest) ?? missing(table))
  }

  return { numbers, keep: () => known.add(fresh) }
}

function missing(table: string): never {
  throw new Error(`A row of ${table} that was just made is missing`)
}
