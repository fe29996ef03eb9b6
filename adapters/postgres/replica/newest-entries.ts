import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../sql/schema.ts'

/** An earlier number may be committed after a later one, so the last one alone does not show which entries there are. */
const COMPARED = 100

/**
 * Returns a text that identifies the newest entries of an account's audit log. Each change of an account adds an entry in its transaction, on
 * whichever server, so a standby with the same newest entries has the account's changes.
 */
export async function newestEntries(db: Kysely<Schema>, owner: string): Promise<string | undefined> {
  const { rows } = await sql<{ entries: string }>`
    select count(*) || '/' || coalesce(sum(no), 0) as entries
    from (select no from audit_entries where owner = ${owner} order by no desc limit ${sql.lit(COMPARED)}) as newest`.execute(
    db,
  )
  return rows[0]?.entries
}
