import type { Hit } from '@shortlink/core'
import { type Kysely, sql } from 'kysely'
import { HitSums, type KeyedHit } from '../sql/hit-sums.ts'
import type { RecordHits } from '../sql/hits.ts'
import { type InternedTable, internedTables } from '../sql/interned.ts'
import { queueClicks } from '../sql/outbox.ts'
import { postgresLocks } from '../sql/row-locks.ts'
import type { Schema } from '../sql/schema.ts'
import { isDuplicate } from './connect.ts'
import { type InternedColumn, internedColumn } from './interner.ts'

/**
 * Makes a function that stores hits by a fixed number of statements, independent of the number of hits. Each writes its rows in the
 * order of their keys, which rules out deadlocks between the recorders of several servers.
 */
export function hitRecorder(): RecordHits {
  const { tables, clearIfOld } = internedTables()

  async function recordAlone(db: Kysely<Schema>, hits: readonly Hit[], insert: InsertHits) {
    const interned = await db.transaction().execute((db) => record(db, tables, hits, insert))
    for (const column of interned) column.keep()
  }

  return async (db, hits) => {
    clearIfOld()
    // An outer transaction may still roll back, so no key is cached; and a failed statement would end it, so duplicates are skipped.
    if (db.isTransaction) return void (await record(db, tables, hits, insertMissing))
    try {
      await recordAlone(db, hits, insertAll)
    } catch (error) {
      if (!isDuplicate(error)) throw error
      await recordAlone(db, hits, insertMissing)
    }
  }
}

/** Returns the keys of interned rows, to be cached after the commit. */
async function record(
  db: Kysely<Schema>,
  tables: readonly InternedTable[],
  hits: readonly Hit[],
  insert: InsertHits,
): Promise<readonly InternedColumn[]> {
  const linkKeys = await lockLinks(db, hits)
  const keyed = hits.flatMap((hit): KeyedHit[] => {
    const key = linkKeys.get(hit.link)
    return key === undefined ? [] : [[hit, key]]
  })
  const interned: InternedColumn[] = []
  if (keyed.length === 0) return interned
  // One table after the other, always in the same order: this rules out deadlocks between recorders.
  for (const table of tables) interned.push(await internedColumn(db, table, keyed))
  const fresh = await insert(db, keyed, interned)
  if (fresh.length === 0) return interned
  const sums = new HitSums()
  for (const [hit, linkKey] of fresh) sums.add(hit, linkKey)
  await addSums(db, sums)
  await queueClicks(db, fresh, postgresLocks)
  return interned
}

/** The keys of the hits' links by id. Keeps the links from being deleted, but not from being changed, until the transaction ends. */
async function lockLinks(db: Kysely<Schema>, hits: readonly Hit[]): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(hits.map(({ link }) => link))]
  const { rows } = await sql<{ key: number; id: string }>`
    select no as key, id from links where id = any(${ids}::text[]) for key share`.execute(db)
  return new Map(rows.map(({ key, id }) => [id, key]))
}

/** Inserts hits and returns the new ones. */
type InsertHits = (
  db: Kysely<Schema>,
  hits: readonly KeyedHit[],
  interned: readonly InternedColumn[],
) => Promise<readonly KeyedHit[]>

/** Inserts hits that are all new, as nearly always; checking each row would take a third longer. Throws when one exists already. */
const insertAll: InsertHits = async (db, hits, interned) => {
  await sql`${insertRows} ${rowsOf(hits, interned)} order by 1`.execute(db)
  return hits
}

/** Inserts hits of which some may exist already, as after a lost reply of the database. */
const insertMissing: InsertHits = async (db, hits, interned) => {
  const { rows } = await sql<{ id: string }>`${insertRows} ${rowsOf(hits, interned)} order by 1
    on conflict (id) do nothing
    returning cast(id as text) as id`.execute(db)
  const inserted = new Set(rows.map(({ id }) => id))
  // `delete` returns true once per id, so a hit that occurs twice in a batch counts once.
  return hits.filter(([{ id }]) => inserted.delete(String(BigInt(id))))
}

const insertRows = sql`insert into hits (id, link_no, at, ip, rule, agent_no, place_no, referrer_no, destination_no)`

const rowsOf = (hits: readonly KeyedHit[], interned: readonly InternedColumn[]) => sql`
  select * from unnest(
    ${numbers(hits.map(([{ id }]) => id))}::bigint[],
    ${numbers(hits.map(([, linkKey]) => linkKey))}::integer[],
    ${numbers(hits.map(([{ at }]) => at))}::bigint[],
    ${hits.map(([{ ip }]) => ip)}::text[],
    ${numbers(hits.map(([{ rule }]) => rule))}::smallint[],
    ${sql.join(interned.map(({ keys }) => sql`${numbers(keys)}::integer[]`))}
  )`

/** An array as Postgres reads it. The driver would escape each element, one by one. */
const numbers = (values: readonly (number | string | null)[]) => `{${values.map((value) => value ?? 'NULL').join()}}`

async function addSums(db: Kysely<Schema>, { links, days }: HitSums) {
  await sql`
    insert into link_hits (link_no, hits)
    select * from unnest(${numbers([...links.keys()])}::integer[], ${numbers([...links.values()])}::bigint[])
    order by 1
    on conflict (link_no) do update set hits = link_hits.hits + excluded.hits`.execute(db)
  await sql`
    insert into hit_days (link_no, day, country, device, count)
    select * from unnest(
      ${numbers(days.map(({ link_no }) => link_no))}::integer[],
      ${numbers(days.map(({ day }) => day))}::integer[],
      ${days.map(({ country }) => country)}::text[],
      ${days.map(({ device }) => device)}::text[],
      ${numbers(days.map(({ count }) => count))}::bigint[]
    )
    order by 1, 2, 3, 4
    on conflict (link_no, day, country, device) do update set count = hit_days.count + excluded.count`.execute(db)
}
