import type { Instant } from '@shortlink/core'
import { OWN_HOST } from '@shortlink/core/adapter'
import { type Kysely, sql } from 'kysely'
import type { RowLocks } from '../kit/row-locks.ts'
import type { Database, Schema } from '../schema.ts'
import { insertEmptyRows } from './empty-rows.ts'

/**
 * Start of the period in which the slugs of deleted links stay taken, and the owner who may take them again at once; without a time all are
 * free at once.
 */
export interface Tombstones {
  readonly at?: Instant | null | undefined
  readonly formerOwner: string | null
}

/** Leaves tombstones on the service's own host for slugs with rows that the transaction has deleted. */
export async function leaveTombstones(
  db: Kysely<Schema>,
  { at, formerOwner }: Tombstones,
  slugs: readonly string[],
): Promise<void> {
  if (at == null) return
  const row = {
    hostname: OWN_HOST,
    namespace: OWN_HOST,
    alias_of: null,
    deleted_at: at,
    former_owner: formerOwner ?? '',
  }
  await insertEmptyRows(db, row, slugs, at)
}

/** Tombstones of one step. */
const STEP_ROWS = 1000

/** Deletes the tombstones from before the instant, in steps. Skips those that another replica is deleting. */
export async function* forgetTombstones(
  { write }: Database,
  { lazily, changeFree }: RowLocks,
  before: Instant,
): AsyncGenerator<void, void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with old as (
        select no from links where deleted_at < ${before} and ${lazily}
        order by deleted_at limit ${sql.lit(STEP_ROWS)} ${changeFree}
      )
      delete from links where no in (select no from old)`.execute(write)
    if (numAffectedRows < STEP_ROWS) return
    yield
  }
}
