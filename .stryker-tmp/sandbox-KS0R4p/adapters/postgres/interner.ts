import type { Hit } from '@shortlink/core'
import { type Kysely, sql } from 'kysely'
import type { NumberedHit } from '../sql/hit-sums.ts'
import { agentOf, digestOf, Numbers, placeOf } from '../sql/interned.ts'
import type { Schema } from '../sql/schema.ts'
import type { InternedNumbers } from './hit-recorder.ts'

type Row = Record<string, string | number | null>
/** What is to be interned, under a text that tells it from all others. */
type Contents = ReadonlyMap<string, Row>

/** Finds or makes the rows that hits share, a whole batch at a time. */
export function interner() {
  const known = { agents: new Numbers(), places: new Numbers(), referrers: new Numbers(), destinations: new Numbers() }

  /** The numbers found in one transaction; `keep` once it is committed. */
  function session() {
    const tables = {
      agents: internedTable('hit_agents', known.agents),
      places: internedTable('hit_places', known.places),
      referrers: internedTable('hit_referrers', known.referrers),
      destinations: internedTable('hit_destinations', known.destinations),
    }
    return {
      numbers: (db: Kysely<Schema>, hits: readonly NumberedHit[]) => numbersOf(db, tables, hits),
      keep() {
        for (const table of Object.values(tables)) table.keep()
      },
    }
  }
  return { session }
}

type Tables = Record<'agents' | 'places' | 'referrers' | 'destinations', ReturnType<typeof internedTable>>

async function numbersOf(db: Kysely<Schema>, tables: Tables, hits: readonly NumberedHit[]): Promise<InternedNumbers[]> {
  const keys = hits.map(([hit, link]) => keysOf(hit, link))
  // Always in this order, so that recorders do not wait for each other in a circle.
  const agents = await tables.agents.numbers(db, new Map(keys.map(({ agent }) => agent)))
  const places = await tables.places.numbers(db, new Map(keys.map(({ place }) => place)))
  const referrers = await tables.referrers.numbers(
    db,
    new Map(keys.flatMap(({ referrer }) => (referrer ? [referrer] : []))),
  )
  const destinations = await tables.destinations.numbers(db, new Map(keys.map(({ destination }) => destination)))
  return keys.map(({ agent, place, referrer, destination }) => ({
    agent: agents(agent[0]),
    place: places(place[0]),
    referrer: referrer && referrers(referrer[0]),
    destination: destinations(destination[0]),
  }))
}

function keysOf(hit: Hit, link: number) {
  const entry = (content: string, row: Row) => [content, row] as const
  const agent = agentOf(hit)
  const place = placeOf(hit)
  return {
    agent: entry(JSON.stringify(agent), agent),
    place: entry(JSON.stringify(place), place),
    referrer: hit.referrer === null ? null : entry(hit.referrer, { referrer: hit.referrer }),
    destination: entry(`${link} ${hit.redirectedTo}`, { link_no: link, url: hit.redirectedTo }),
  }
}

function internedTable(table: string, known: Numbers) {
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

  return { numbers, keep: () => known.learn(fresh) }
}

function missing(table: string): never {
  throw new Error(`A row of ${table} that was just made is missing`)
}
