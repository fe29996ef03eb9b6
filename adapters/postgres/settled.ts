import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../sql/schema.ts'

const RETRY_MS = 50
const MAX_RETRIES = 40

/** Waits until all current transactions have ended. Returns false if some take longer than about two seconds. */
export async function settled(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  for (let retries = 0; retries < MAX_RETRIES; retries++) {
    const ended = await sql<{ ended: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]?.next}::xid8 as ended`.execute(db)
    if (ended.rows[0]?.ended) return true
    await sleep(RETRY_MS)
  }
  return false
}
