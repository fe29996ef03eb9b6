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
/** Rows to intern, by a text that is unique for their contents. */
type Contents = ReadonlyMap<string, Row>

/** The keys of the interned rows of a batch: one of each per hit. */
export interface InternedColumns {
  readonly agents: readonly number[]
  readonly places: readonly number[]
  readonly referrers: readonly (number | null)[]
  readonly destinations: readonly number[]
}

/** Finds or inserts the rows that hits share, a whole batch at a time, and caches their keys. */
export function interner() {
  const known = {
    agents: new KeyCache(),
    places: new KeyCache(),
    referrers: new KeyCache(),
    destinations: new KeyCache(),
  }
  const last = lastKeyCaches()
  const age = new KeyCacheAge()

  return {
    /** The keys found in one transaction. */
    session() {
      if (age.isOver()) for (const cache of [...Object.values(known), ...Object.values(last)]) cache.clear()
      return new InternerSession(known, last)
    },
  }
}

type KeyCaches = Record<keyof InternedColumns, KeyCache>

export class InternerSession {
  readonly #tables: Record<keyof InternedColumns, InternedTable>
  readonly #last: ReturnType<typeof lastKeyCaches>
  /** What to cache after the commit. */
  readonly #found: (() => void)[] = []

  constructor(known: KeyCaches, last: ReturnType<typeof lastKeyCaches>) {
    this.#last = last
    this.#tables = {
      agents: new InternedTable('hit_agents', known.agents),
      places: new InternedTable('hit_places', known.places),
      referrers: new InternedTable('hit_referrers', known.referrers),
      destinations: new InternedTable('hit_destinations', known.destinations),
    }
  }

  /** Finds or inserts the rows. Always in the same order of tables, which rules out deadlocks between recorders. */
  async columns(db: Kysely<Schema>, hits: readonly KeyedHit[]): Promise<InternedColumns> {
    const agents = await this.#column(db, hits, {
      table: this.#tables.agents,
      last: this.#last.agents,
      groupOf: ([hit]) => hit.userAgent,
      contentsOf: ([hit]) => serialised(agentRow(hit)),
    })
    const places = await this.#column(db, hits, {
      table: this.#tables.places,
      last: this.#last.places,
      groupOf: ([hit]) => hit.country,
      contentsOf: ([hit]) => serialised(placeRow(hit)),
    })
    const referrers = await this.#referrers(db, hits)
    const destinations = await this.#column(db, hits, {
      table: this.#tables.destinations,
      last: this.#last.destinations,
      groupOf: ([, linkKey]) => linkKey,
      contentsOf: ([{ redirectedTo }, linkKey]) => [
        `${linkKey} ${redirectedTo}`,
        { link_no: linkKey, url: redirectedTo },
      ],
    })
    return { agents, places, referrers, destinations }
  }

  /** Caches the keys that were found; call it after the commit. */
  commit(): void {
    for (const table of Object.values(this.#tables)) table.commit()
    for (const cache of this.#found) cache()
  }

  /** A column of keys: of the last hit of each group where it has the same part, else by contents. */
  async #column<Group extends string | number | null, Part>(
    db: Kysely<Schema>,
    hits: readonly KeyedHit[],
    { table, last, groupOf, contentsOf }: Column<Group, Part>,
  ): Promise<number[]> {
    const keysOrContents = hits.map((keyed) => last.get(groupOf(keyed), keyed[0]) ?? contentsOf(keyed))
    const keyOf = await table.keys(db, new Map(keysOrContents.filter((one) => typeof one !== 'number')))
    return keysOrContents.map((one, index) => {
      if (typeof one === 'number') return one
      const keyed = hits[index] as KeyedHit
      const key = keyOf(one[0])
      this.#found.push(() => last.set(groupOf(keyed), keyed[0], key))
      return key
    })
  }

  async #referrers(db: Kysely<Schema>, hits: readonly KeyedHit[]): Promise<(number | null)[]> {
    const named = hits.flatMap(([{ referrer }]) => (referrer === null ? [] : [[referrer, { referrer }] as const]))
    const keyOf = await this.#tables.referrers.keys(db, new Map(named))
    return hits.map(([{ referrer }]) => (referrer === null ? null : keyOf(referrer)))
  }
}

interface Column<Group extends string | number | null, Part> {
  readonly table: InternedTable
  readonly last: LastKeyCache<Group, Part>
  readonly groupOf: (hit: KeyedHit) => Group
  readonly contentsOf: (hit: KeyedHit) => readonly [contents: string, row: Row]
}

const serialised = (row: Row) => [JSON.stringify(row), row] as const

class InternedTable {
  readonly #table: string
  readonly #known: KeyCache
  readonly #fresh = new Map<string, number>()

  constructor(table: string, known: KeyCache) {
    this.#table = table
    this.#known = known
  }

  /** Finds or inserts the rows. Returns a function from their contents to their keys. */
  async keys(db: Kysely<Schema>, contents: Contents): Promise<(contents: string) => number> {
    const unknown = [...contents].filter(([contents]) => this.#known.get(contents) === undefined)
    if (unknown.length > 0) await this.#intern(db, unknown)
    return (contents) => this.#known.get(contents) ?? this.#fresh.get(contents) ?? this.#missing()
  }

  commit(): void {
    this.#known.add(this.#fresh)
  }

  async #intern(db: Kysely<Schema>, unknown: Array<readonly [string, Row]>) {
    const rows = unknown
      .map(([contents, row]) => ({ contents, digest: digestOf(contents), row }))
      .sort((a, b) => (a.digest < b.digest ? -1 : 1))
    const json = JSON.stringify(rows.map(({ digest, row }) => ({ ...row, digest })))
    const columns = sql.join(Object.keys({ ...rows[0]?.row, digest: '' }).map((name) => sql.id(name)))
    const table = sql.id(this.#table)
    await sql`insert into ${table} (${columns})
      select ${columns} from json_populate_recordset(null::${table}, ${json}::json) on conflict do nothing`.execute(db)
    const found = await sql<{ key: number; digest: string }>`
      select no as key, digest from ${table} where digest = any(${rows.map(({ digest }) => digest)}::text[])`.execute(
      db,
    )
    const byDigest = new Map(found.rows.map(({ key, digest }) => [digest, key]))
    for (const { contents, digest } of rows) this.#fresh.set(contents, byDigest.get(digest) ?? this.#missing())
  }

  #missing(): never {
    throw new Error(`A row of ${this.#table} that was just inserted is missing`)
  }
}
