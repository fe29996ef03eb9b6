import type { Instant } from '@shortlink/core'
import { KEPT_FROM } from '@shortlink/core/adapter'
import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Start of the retained visits; null while no visit was purged. */
export async function readKeptFrom(db: Kysely<Schema>): Promise<Instant | null> {
  const row = await db.selectFrom('instance').where('name', '=', KEPT_FROM).select('value').executeTakeFirst()
  return row === undefined ? null : Number(row.value)
}
