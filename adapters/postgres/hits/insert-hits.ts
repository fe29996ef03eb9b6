import { setImmediate } from 'node:timers/promises'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { freshOf, type KeyedHit } from '../../sql/hits/hit-sums.ts'
import type { Schema } from '../../sql/schema.ts'
import { CopiedRows } from '../connection/copy-in.ts'
import { bigints, integers, texts } from './arrays.ts'
import { BinaryRows } from './binary-rows.ts'
import type { CountedHit } from './first-hits.ts'
import type { InternedColumn } from './interner.ts'

/** Prepares hits for insertion before the first ones are known. */
export type PrepareInsert = (hits: readonly KeyedHit[], interned: readonly InternedColumn[]) => Promise<InsertHits>

/** Inserts the hits and returns the new ones. */
type InsertHits = (db: Kysely<Schema>, hits: readonly CountedHit[]) => Promise<readonly CountedHit[]>

const COLUMNS = `id, link_no, at, ip, rule, language,
  agent_no, place_no, referrer_no, destination_no, campaign_no, ref, fresh`
const FRESH = 13

/** Number of hits between two pauses, which let the process send its output and receive responses. */
const AT_ONCE = 500

/**
 * Copies hits that are all new, as nearly always: it takes the database a quarter less than an insert, which has to check each row if
 * some may exist. Throws when one exists already.
 */
export const insertAll: PrepareInsert = async (hits, interned) => {
  const rows = new BinaryRows()
  const freshAt: number[] = []
  for (const [index, [{ id, at, ip, rule, language, ref, visitor, firstToday }, linkKey]] of hits.entries()) {
    if (index % AT_ONCE === 0) await setImmediate()
    rows.begin(FRESH)
    rows.bigint(BigInt(id))
    rows.integer(linkKey)
    rows.bigint(BigInt(at))
    rows.text(ip)
    rows.smallint(rule)
    rows.text(language)
    for (const { keys } of interned) rows.integer(keys[index] ?? null)
    rows.text(ref)
    freshAt.push(rows.smallint(visitor === undefined ? freshOf(firstToday) : 1))
  }
  return async (db, counted) => {
    for (const [index, [{ visitor }, , isFirst]] of counted.entries())
      if (visitor !== undefined && !isFirst) rows.replaceSmallint(freshAt[index] ?? 0, 0)
    const copied = new CopiedRows(rows.finished())
    await db.executeQuery(CompiledQuery.raw(`copy hits (${COLUMNS}) from stdin (format binary)`, [copied]))
    return counted
  }
}

/** Inserts hits that may partly exist already, as after a lost reply of the database. */
export const insertMissing: PrepareInsert = async (_, interned) => async (db, hits) => {
  // If a hit occurs twice in a batch, the one marked as its visitor's first comes first.
  const { rows } = await sql<{ id: string }>`
    insert into hits (${sql.raw(COLUMNS)})
    select * from unnest(
      ${`{${hits.map(([{ id }]) => id).join()}}`}::bigint[],
      ${integers(hits.map(([, linkKey]) => linkKey))}::integer[],
      ${bigints(hits.map(([{ at }]) => at))}::bigint[],
      ${texts(hits.map(([{ ip }]) => ip))}::text[],
      ${integers(hits.map(([{ rule }]) => rule))}::integer[],
      ${texts(hits.map(([{ language }]) => language))}::text[],
      ${sql.join(interned.map(({ keys }) => sql`${integers(keys)}::integer[]`))},
      ${texts(hits.map(([{ ref }]) => ref))}::text[],
      ${integers(hits.map(([, , isFirst]) => freshOf(isFirst)))}::integer[]
    )
    order by 1, ${sql.lit(FRESH)} desc
    on conflict (id) do nothing
    returning cast(id as text) as id`.execute(db)
  const inserted = new Set(rows.map(({ id }) => id))
  // `delete` returns true once per id, so a hit that occurs twice in a batch counts once.
  return hits.filter(([{ id }]) => inserted.delete(String(BigInt(id))))
}
