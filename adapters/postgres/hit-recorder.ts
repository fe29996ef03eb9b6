import type { Hit } from '@shortlink/core'
import { type Kysely, sql } from 'kysely'
import { HitSums, type KeyedHit } from '../sql/hit-sums.ts'
import type { RecordHits } from '../sql/hits.ts'
import { queueClicks } from '../sql/outbox.ts'
import { postgresLocks } from '../sql/row-locks.ts'
import type { Schema } from '../sql/schema.ts'
import { isDuplicate } from './connect.ts'
import { type InternedColumns, type InternerSession, interner } from './interner.ts'

/**
 * Makes the function that stores hits: a fixed number of statements, however many hits there are. Each writes its rows in the order
 * of their key, so that recorders of several servers never wait for each other in a circle.
 */
export function hitRecorder(): RecordHits {
  const interned = interner()

  async function recordAlone(db: Kysely<Schema>, hits: readonly Hit[], insert: InsertHits) {
    const session = interned.session()
    await db.transaction().execute((db) => record(db, session, hits, insert))
    session.keep()
  }

  return async (db, hits) => {
    // What an outer transaction may yet undo must not be remembered, and nothing in it may fail.
    if (db.isTransaction) return record(db, interned.session(), hits, insertMissing)
    try {
      await recordAlone(db, hits, insertAll)
    } catch (error) {
      if (!isDuplicate(error)) throw error
      await recordAlone(db, hits, insertMissing)
    }
  }
}

async function record(db: Kysely<Schema>, interned: InternerSession, hits: readonly Hit[], insert: InsertHits) {
  const links = await holdLinks(db, hits)
  const numbered = hits.flatMap((hit): KeyedHit[] => {
    const link = links.get(hit.link)
    return link === undefined ? [] : [[hit, link]]
  })
  if (numbered.length === 0) return
  const fresh = await insert(db, numbered, await interned.columns(db, numbered))
  if (fresh.length === 0) return
  const sums = new HitSums()
  for (const [hit, link] of fresh) sums.add(hit, link)
  await addSums(db, sums)
  await queueClicks(db, fresh, postgresLocks)
}

/** Finds the hits' links and keeps them from being deleted before the end of the transaction, but from nothing else. */
async function holdLinks(db: Kysely<Schema>, hits: readonly Hit[]): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(hits.map(({ link }) => link))]
  const { rows } = await sql<{ no: number; id: string }>`
    select no, id from links where id = any(${ids}::text[]) for key share`.execute(db)
  return new Map(rows.map(({ no, id }) => [id, no]))
}

/** Inserts hits and tells which of them are new. */
type InsertHits = (
  db: Kysely<Schema>,
  hits: readonly KeyedHit[],
  interned: InternedColumns,
) => Promise<readonly KeyedHit[]>

/** Nearly always all of them are new; to ask row by row takes a third longer. Fails when one is there already. */
const insertAll: InsertHits = async (db, hits, interned) => {
  await sql`${insertRows} ${rowsOf(hits, interned)} order by 1`.execute(db)
  return hits
}

/** For hits of which some are there already, as after an answer that got lost. */
const insertMissing: InsertHits = async (db, hits, interned) => {
  const { rows } = await sql<{ id: string }>`${insertRows} ${rowsOf(hits, interned)} order by 1
    on conflict (id) do nothing
    returning cast(id as text) as id`.execute(db)
  const inserted = new Set(rows.map(({ id }) => id))
  // Once each, also when a batch names a hit twice.
  return hits.filter(([{ id }]) => inserted.delete(String(BigInt(id))))
}

const insertRows = sql`insert into hits (id, link_no, at, ip, agent_no, place_no, referrer_no, destination_no, rule)`

function rowsOf(hits: readonly KeyedHit[], { agents, places, referrers, destinations }: InternedColumns) {
  const column = <T>(of: (hit: Hit) => T) => hits.map(([hit]) => of(hit))
  return sql`
    select * from unnest(
      ${column(({ id }) => id)}::bigint[],
      ${hits.map(([, link]) => link)}::integer[],
      ${column(({ at }) => at)}::bigint[],
      ${column(({ ip }) => ip)}::text[],
      ${agents}::integer[],
      ${places}::integer[],
      ${referrers}::integer[],
      ${destinations}::integer[],
      ${column(({ rule }) => rule)}::smallint[]
    )`
}

async function addSums(db: Kysely<Schema>, { links, days: sums }: HitSums) {
  const days = [...sums.values()]
  await sql`
    insert into link_hits (link_no, hits)
    select * from unnest(${[...links.keys()]}::integer[], ${[...links.values()]}::bigint[])
    order by 1
    on conflict (link_no) do update set hits = link_hits.hits + excluded.hits`.execute(db)
  await sql`
    insert into hit_days (link_no, day, country, device, count)
    select * from unnest(
      ${days.map(({ link_no }) => link_no)}::integer[],
      ${days.map(({ day }) => day)}::integer[],
      ${days.map(({ country }) => country)}::text[],
      ${days.map(({ device }) => device)}::text[],
      ${days.map(({ count }) => count)}::bigint[]
    )
    order by 1, 2, 3, 4
    on conflict (link_no, day, country, device) do update set count = hit_days.count + excluded.count`.execute(db)
}
