import type { NewHit } from '@shortlink/core'
import { type Kysely, sql } from 'kysely'
import type { KeyedHit } from '../../sql/hits/hit-sums.ts'
import type { RecordHits } from '../../sql/hits/hits.ts'
import { internedTables } from '../../sql/hits/interned.ts'
import { postgresLocks } from '../../sql/kit/row-locks.ts'
import type { Schema } from '../../sql/schema.ts'
import { queueClicks } from '../../sql/webhooks/outbox.ts'
import { isDuplicate } from '../connection/connect.ts'
import { addMonthsOf, lacksMonth } from '../months/add-months.ts'
import { addSums, sumsOf } from './add-sums.ts'
import { texts } from './arrays.ts'
import { type AddVisitors, addAll, addMissing, firstHits, knownVisitors } from './first-hits.ts'
import { insertAll, insertMissing, type PrepareInsert } from './insert-hits.ts'
import { type InternedColumn, internedColumn } from './interner.ts'

/** How rows are written: the faster ways throw when a row exists already. */
interface Ways {
  readonly addVisitors: AddVisitors
  readonly prepareInsert: PrepareInsert
}

/** Right in any case: a failed statement would end the transaction, so duplicates are skipped. */
const SAFE: Ways = { addVisitors: addMissing, prepareInsert: insertMissing }

/** How long to check each visitor after a conflict: other servers add the same ones, or this one restarted on that day. */
const CAREFUL_MS = 60_000

/**
 * Creates a function that stores hits with a fixed number of statements, independent of the number of hits. Each writes its rows in key
 * order, which rules out deadlocks between the recorders of several servers.
 */
export function hitRecorder(): RecordHits {
  const { tables, clearIfOld } = internedTables()
  const known = knownVisitors()
  let carefulUntil = 0

  async function recordAlone(db: Kysely<Schema>, hits: readonly NewHit[], ways: Ways) {
    const keep = await db.transaction().execute((db) => record(db, hits, ways))
    keep()
  }

  /** Returns the function that caches the stored rows; call it after the commit. */
  async function record(db: Kysely<Schema>, hits: readonly NewHit[], { addVisitors, prepareInsert }: Ways) {
    const keyed = await withLinkKeys(db, hits)
    if (keyed.length === 0) return () => {}
    const interned: InternedColumn[] = []
    // One table after the other, always in the same order: this rules out deadlocks between recorders.
    for (const table of tables) interned.push(await internedColumn(db, table, keyed))
    // Rows and sums are computed while the database works.
    const [first, insert] = await Promise.all([
      firstHits(db, keyed, known, addVisitors),
      prepareInsert(keyed, interned),
    ])
    const [fresh, sums] = await Promise.all([insert(db, first.counted), sumsOf(first.counted)])
    if (fresh.length > 0) {
      await addSums(db, fresh === first.counted ? sums : await sumsOf(fresh))
      await queueClicks(db, fresh, postgresLocks)
    }
    return () => {
      for (const column of interned) column.keep()
      first.keep()
    }
  }

  async function recordFast(db: Kysely<Schema>, hits: readonly NewHit[]) {
    try {
      const addVisitors = performance.now() < carefulUntil ? addMissing : addAll
      await recordAlone(db, hits, { addVisitors, prepareInsert: insertAll })
    } catch (error) {
      if (!isDuplicate(error)) throw error
      carefulUntil = performance.now() + CAREFUL_MS
      await recordAlone(db, hits, SAFE)
    }
  }

  return async (db, hits) => {
    clearIfOld()
    const addMonths = () =>
      addMonthsOf(
        db,
        hits.map(({ id }) => id),
      )
    if (db.isTransaction) {
      await addMonths()
      // An outer transaction may still roll back, so nothing is cached.
      return void (await record(db, hits, SAFE))
    }
    try {
      await recordFast(db, hits)
    } catch (error) {
      if (!lacksMonth(error)) throw error
      await addMonths()
      await recordFast(db, hits)
    }
  }
}

/** Hits with the keys of their links. Keeps the links from being deleted, but not from being changed, until the transaction ends. */
async function withLinkKeys(db: Kysely<Schema>, hits: readonly NewHit[]): Promise<readonly KeyedHit[]> {
  const ids = [...new Set(hits.map(({ link }) => link))]
  const { rows } = await sql<{ key: number; id: string }>`
    select no as key, id from links where id = any(${texts(ids)}::text[]) for key share`.execute(db)
  const keys = new Map(rows.map(({ key, id }) => [id, key]))
  return hits.flatMap((hit): KeyedHit[] => {
    const key = keys.get(hit.link)
    return key === undefined ? [] : [[hit, key]]
  })
}
