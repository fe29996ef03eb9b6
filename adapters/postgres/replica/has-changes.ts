import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../sql/schema.ts'

/** Newest entries of an account that are compared. */
const COMPARED = 100

/**
 * Whether the standby has an account's changes. Each change of an account adds an entry to its audit log in the same transaction, on
 * whichever server, so both have the same newest entries. An earlier number may be committed after a later one, so not only the last
 * is compared.
 */
export async function hasChanges(primary: Kysely<Schema>, standby: Kysely<Schema>, owner: string): Promise<boolean> {
  const [written, replayed] = await Promise.all([newestEntries(primary, owner), newestEntries(standby, owner)])
  return written === replayed
}

async function newestEntries(db: Kysely<Schema>, owner: string): Promise<string | undefined> {
  const { rows } = await sql<{ entries: string }>`
    select count(*) || '/' || coalesce(sum(no), 0) as entries
    from (select no from audit_entries where owner = ${owner} order by no desc limit ${sql.lit(COMPARED)}) as newest`.execute(
    db,
  )
  return rows[0]?.entries
}
