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
 * Makes a function that stores hits by a fixed number of statements, independent of the number of hits. Each writes its rows in the
 * order of their keys, which rules out deadlocks between the recorders of several servers.
 */
export function hitRecorder(): RecordHits {
  const interned = interner()

  async function recordAlone(db: Kysely<Schema>, hits: readonly Hit[], insert: InsertHits) {
    const session = interned.session()
    await db.transaction().execute((db) => record(db, session, hits, insert))
    session.commit()
  }

  return async (db, hits) => {
    // An outer transaction may still roll back, so no key is cached; and a failed statement would end it, so duplicates are skipped.
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
  const linkKeys = await lockLinks(db, hits)
  const keyed = hits.flatMap((hit): KeyedHit[] => {
    const key = linkKeys.get(hit.link)
    return key === undefined ? [] : [[hit, key]]
  })
  if (keyed.length === 0) return
  const fresh = await insert(db, keyed, await interned.columns(db, keyed))
  if (fresh.length === 0) return
  const sums = new HitSums()
  for (const [hit, linkKey] of fresh) sums.add(hit, linkKey)
  await addSums(db, sums)
  await queueClicks(db, fresh, postgresLocks)
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
  interned: InternedColumns,
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

const insertRows = sql`insert into hits (id, link_no, at, ip, agent_no, place_no, referrer_no, destination_no, rule)`

function rowsOf(hits: readonly KeyedHit[], { agents, places, referrers, destinations }: InternedColumns) {
  const column = <T>(of: (hit: Hit) => T) => hits.map(([hit]) => of(hit))
  return sql`
    select * from unnest(
      ${column(({ id }) => id)}::bigint[],
      ${hits.map(([, linkKey]) => linkKey)}::integer[],
      ${column(({ at }) => at)}::bigint[],
      ${column(({ ip }) => ip)}::text[],
      ${agents}::integer[],
      ${places}::integer[],
      ${referrers}::integer[],
      ${destinations}::integer[],
      ${column(({ rule }) => rule)}::smallint[]
    )`
}

async function addSums(db: Kysely<Schema>, { links, days }: HitSums) {
  await sql`
    insert into link_hits (link_no, hits)
    select * from unnest(${links.map(([link]) => link)}::integer[], ${links.map(([, hits]) => hits)}::bigint[])
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
