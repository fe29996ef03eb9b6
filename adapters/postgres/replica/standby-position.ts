import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../sql/schema.ts'

/** A position in a primary's log, in bytes, and the database. */
interface Written {
  readonly system: string
  readonly database: string
  readonly position: number
}

const IDENTITY = sql`(select system_identifier::text from pg_control_system()) as system, current_database() as database`

/** Reads the position up to which the primary has written its log. */
export async function readPrimary(primary: Kysely<Schema>): Promise<Written> {
  const { rows } = await sql<Written>`
    select ${IDENTITY}, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as position`.execute(primary)
  return rows[0] as Written
}

/**
 * Reads the position up to which the standby has replayed the log.
 * @throws {Error} with the problem of a server that is no standby of the primary
 */
export async function readStandby(standby: Kysely<Schema>, primary: Written): Promise<number> {
  const { rows } = await sql<Omit<Written, 'position'> & { isStandby: boolean; position: number | null }>`
    select ${IDENTITY}, pg_is_in_recovery() as "isStandby",
      pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position`.execute(standby)
  const [found] = rows
  if (found === undefined || !found.isStandby) throw new Error('it is no standby: it accepts writes')
  if (found.system !== primary.system || found.database !== primary.database)
    throw new Error('it is a standby of another database')
  if (found.position === null) throw new Error('it does not report a replay position')
  return found.position
}
