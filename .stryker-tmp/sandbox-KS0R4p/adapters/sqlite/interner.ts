import type { Agent, Hit, Place } from '@shortlink/core'
import type { Database } from 'better-sqlite3'
import { agentOf, detached, digestOf, Numbers, placeOf } from '../sql/interned.ts'

type Row = Record<string, string | number | null>

/**
 * Finds or makes the rows that hits share. Numbers are remembered once `keep` says that they are committed; `forget` drops what
 * was found since.
 */
export function interner(db: Database) {
  const tables = [
    internedTable(db, 'hit_agents'),
    internedTable(db, 'hit_places'),
    internedTable(db, 'hit_referrers'),
    internedTable(db, 'hit_destinations'),
  ] as const
  const [agents, places, referrers, destinations] = tables
  const recent = {
    agents: recently<string | null, Agent>(agentParts, isSameAgent),
    places: recently<string | null, Place>(placeOf, isSamePlace),
    destinations: recently<number, string>(
      ({ redirectedTo }) => detached(redirectedTo),
      (url, { redirectedTo }) => url === redirectedTo,
    ),
  }
  let kept = false

  return {
    agent: (hit: Hit) =>
      recent.agents.numberOf(hit.userAgent, hit, () => {
        const row = agentOf(hit)
        return agents.numberOf(JSON.stringify(row), row)
      }),
    place: (hit: Hit) =>
      recent.places.numberOf(hit.country, hit, () => {
        const row = placeOf(hit)
        return places.numberOf(JSON.stringify(row), row)
      }),
    referrer: ({ referrer }: Hit) => (referrer === null ? null : referrers.numberOf(referrer, { referrer })),
    destination: (hit: Hit, link: number) =>
      recent.destinations.numberOf(link, hit, () =>
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

const agentParts = ({ browser, os, device, bot }: Hit): Agent => ({ browser, os, device, bot })

const isSameAgent = (one: Agent, other: Agent) =>
  one.browser === other.browser && one.os === other.os && one.device === other.device && one.bot === other.bot

const isSamePlace = (one: Place, other: Place) =>
  one.city === other.city &&
  one.postal === other.postal &&
  one.region === other.region &&
  one.timezone === other.timezone &&
  one.continent === other.continent &&
  one.isp === other.isp

const RECENT = 20_000

/** The number that the last hit of a key had: hits come in swarms, and to spell out what they share costs as much as storing them. */
function recently<K, Part>(partOf: (hit: Hit) => Part, isSame: (part: Part, hit: Hit) => boolean) {
  const last = new Map<K, { readonly part: Part; readonly no: number }>()
  return {
    numberOf(key: K, hit: Hit, look: () => number): number {
      const before = last.get(key)
      if (before !== undefined && isSame(before.part, hit)) return before.no
      const no = look()
      if (last.size >= RECENT) last.clear()
      last.set(typeof key === 'string' ? (detached(key) as K) : key, { part: partOf(hit), no })
      return no
    },
    clear: () => last.clear(),
  }
}

function internedTable(db: Database, table: string) {
  const known = new Numbers()
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
    keep: () => known.learn(fresh),
    forget: () => fresh.clear(),
  }
}
