import { Kysely } from 'kysely'
import type { HitWriter } from '../sql/hits/hits.ts'
import { saltOf } from '../sql/hits/visitor-salts.ts'
import type { Schema } from '../sql/schema.ts'
import { openPool } from './connection/connect.ts'
import { postgresDialect } from './connection/dialect.ts'
import { endPool } from './connection/end-pool.ts'
import { hitRecorder } from './hits/hit-recorder.ts'
import { recordInParts } from './hits/record-in-parts.ts'

/**
 * Limits for storing thousands of hits, which takes longer than any other statement while no caller waits for it. Its lock limit is the
 * same as elsewhere, since others may wait for the rows that it has locked.
 */
const HIT_LIMITS = { connectMs: 3_000, statementMs: 15_000, lockMs: 3_000 }

/** Opens a hit writer with its own connection, for a worker thread. The store must have been opened before, which migrates the schema. */
export function openPostgresHits({ url }: { readonly url: string }): HitWriter {
  const pool = openPool(url, 1, HIT_LIMITS)
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool) })
  const record = hitRecorder()
  return {
    record: (hits) => recordInParts(hits, (part) => record(db, part)),
    salt: (day, proposed) => saltOf(db, day, proposed),
    close: () => endPool(pool),
  }
}
