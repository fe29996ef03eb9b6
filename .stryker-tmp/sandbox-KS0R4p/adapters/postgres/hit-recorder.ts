import type { Hit } from '@shortlink/core'
import { type Kysely, sql } from 'kysely'
import { type HitSums, type NumberedHit, sumHits } from '../sql/hit-sums.ts'
import type { RecordHits } from '../sql/hits.ts'
import { queueClicks } from '../sql/outbox.ts'
import { postgresLocks } from '../sql/row-locks.ts'
import type { Schema } from '../sql/schema.ts'
import { interner } from './interner.ts'

/**
 * Makes the function that stores hits: a fixed number of statements, however many hits there are. Each writes its rows in the order
 * of their key, so that recorders of several servers never wait for each other in a circle.
 */
export function hitRecorder(): RecordHits {
  const interned = interner()
  return async (db, hits) => {
    // What an outer transaction may yet undo must not be remembered.
    if (db.isTransaction) {
      await record(db, interned.session(), hits)
      return
    }
    const session = interned.session()
    await db.transaction().execute((db) => record(db, session, hits))
    session.keep()
  }
}

async function record(
  db: Kysely<Schema>,
  interned: ReturnType<ReturnType<typeof interner>['session']>,
  hits: readonly Hit[],
) {
  const links = await holdLinks(db, hits)
  const numbered = hits.flatMap((hit): NumberedHit[] => {
    const link = links.get(hit.link)
    return link === undefined ? [] : [[hit, link]]
  })
  if (numbered.length === 0) return
  const fresh = await insertHits(db, numbered, await interned.numbers(db, numbered))
  if (fresh.length === 0) return
  await addSums(db, sumHits(fresh))
  await queueClicks(db, fresh, postgresLocks)
}

/** Finds the hits' links and keeps them from being deleted before the end of the transaction, but from nothing else. */
async function holdLinks(db: Kysely<Schema>, hits: readonly Hit[]): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(hits.map(({ link }) => link))]
  const { rows } = await sql<{ no: number; id: string }>`
    select no, id from links where id = any(${ids}::text[]) for key share`.execute(db)
  return new Map(rows.map(({ no, id }) => [id, no]))
}

export interface InternedNumbers {
  readonly agent: number
  readonly place: number
  readonly referrer: number | null
  readonly destination: number
}

/** Inserts the hits and gives back those that were not there before. */
async function insertHits(
  db: Kysely<Schema>,
  hits: readonly NumberedHit[],
  interned: readonly InternedNumbers[],
): Promise<readonly NumberedHit[]> {
  const column = <T>(of: (hit: Hit, index: number) => T) => hits.map(([hit], index) => of(hit, index))
  const { rows } = await sql<{ id: string }>`
    insert into hits (id, link_no, at, ip, agent_no, place_no, referrer_no, destination_no, rule)
    select * from unnest(
      ${column(({ id }) => id)}::bigint[],
      ${hits.map(([, link]) => link)}::integer[],
      ${column(({ at }) => at)}::bigint[],
      ${column(({ ip }) => ip)}::text[],
      ${interned.map(({ agent }) => agent)}::integer[],
      ${interned.map(({ place }) => place)}::integer[],
      ${interned.map(({ referrer }) => referrer)}::integer[],
      ${interned.map(({ destination }) => destination)}::integer[],
      ${column(({ rule }) => rule)}::smallint[]
    )
    order by 1
    on conflict (id) do nothing
    returning cast(id as text) as id`.execute(db)
  const inserted = new Set(rows.map(({ id }) => id))
  // Once each, also when a batch names a hit twice.
  return hits.filter(([{ id }]) => inserted.delete(String(BigInt(id))))
}

async function addSums(db: Kysely<Schema>, { links, days }: HitSums) {
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
