import type { Hit } from '@shortlink/core'
import type { Database } from 'better-sqlite3'
import {
  agentRow,
  digestOf,
  KeyCache,
  KeyCacheAge,
  type LastKeyCache,
  lastKeyCaches,
  placeRow,
} from '../sql/interned.ts'

type Row = Record<string, string | number | null>

/**
 * Finds or inserts the rows that hits share. Their keys are kept once `keep` confirms that they are committed; `forget` drops those
 * found since.
 */
export function interner(db: Database) {
  const tables = [
    internedTable(db, 'hit_agents'),
    internedTable(db, 'hit_places'),
    internedTable(db, 'hit_referrers'),
    internedTable(db, 'hit_destinations'),
  ] as const
  const [agents, places, referrers, destinations] = tables
  const recent = lastKeyCaches()
  const age = new KeyCacheAge()
  let kept = false

  return {
    /** Called first in each transaction. */
    begin() {
      if (!age.isOver()) return
      for (const table of tables) table.clear()
      for (const memory of Object.values(recent)) memory.clear()
    },
    agent: (hit: Hit) =>
      recentOr(recent.agents, hit.userAgent, hit, () => {
        const row = agentRow(hit)
        return agents.numberOf(JSON.stringify(row), row)
      }),
    place: (hit: Hit) =>
      recentOr(recent.places, hit.country, hit, () => {
        const row = placeRow(hit)
        return places.numberOf(JSON.stringify(row), row)
      }),
    referrer: ({ referrer }: Hit) => (referrer === null ? null : referrers.numberOf(referrer, { referrer })),
    destination: (hit: Hit, link: number) =>
      recentOr(recent.destinations, link, hit, () =>
        destinations.numberOf(`${link} ${hit.redirectedTo}`, { link_no: link, url: hit.redirectedTo }),
      ),
    keep() {
      for (const table of tables) table.keep()
      kept = true
    },
    forget() {
      for (const table of tables) table.forget()
      if (!kept) for (const memory of Object.values(recent)) memory.clear()
      kept = false
    },
  }
}

function recentOr<Key extends string | number | null, Part>(
  recent: LastKeyCache<Key, Part>,
  key: Key,
  hit: Hit,
  look: () => number,
): number {
  const known = recent.get(key, hit)
  if (known !== undefined) return known
  const no = look()
  recent.set(key, hit, no)
  return no
}

function internedTable(db: Database, table: string) {
  const known = new KeyCache()
  const fresh = new Map<string, number>()
  const find = db.prepare<[string], number>(`select no from ${table} where digest = ?`).pluck()
  const columns = db
    .prepare<[string], string>(`select name from pragma_table_info(?) where name <> 'no'`)
    .pluck()
    .all(table)
  const insert = db.prepare<Row>(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((name) => `$${name}`).join(', ')})`,
  )

  function intern(content: string, rest: Row): number {
    const digest = digestOf(content)
    return find.get(digest) ?? Number(insert.run({ ...rest, digest }).lastInsertRowid)
  }

  return {
    numberOf(content: string, rest: Row): number {
      const remembered = known.get(content) ?? fresh.get(content)
      if (remembered !== undefined) return remembered
      const no = intern(content, rest)
      fresh.set(content, no)
      return no
    },
    keep: () => known.add(fresh),
    forget: () => fresh.clear(),
    clear: () => known.clear(),
  }
}
