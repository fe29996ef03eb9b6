import type { UserId } from '@shortlink/core'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { countOperatorChange } from './takedown.ts'

/** The ignored addresses of the owner of a link, as stored; null for most. */
export const ownerIgnoredAddresses = sql<string | null>`(
  select users.ignored_addresses from users where users.id = links.owner)`.as('owner_ignored_addresses')

/** Null, as in rows of the version before, for an account that ignores none. */
export const toStored = (addresses: readonly string[]) => (addresses.length === 0 ? null : JSON.stringify(addresses))

export const toAddresses = (stored: string | null): readonly string[] => (stored === null ? [] : JSON.parse(stored))

/** Replaces the ignored addresses of the account. Returns its row, and whether it has changed. */
export async function setIgnoredAddresses(db: Kysely<Schema>, id: UserId, addresses: readonly string[]) {
  const written = toStored(addresses)
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ ignored_addresses: written })
    .where('id', '=', id)
    .where('ignored_addresses', 'is distinct from', written)
    .executeTakeFirstOrThrow()
  const isChanged = numUpdatedRows > 0
  if (isChanged) await countOperatorChange(db)
  const row = await db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst()
  return { row, isChanged }
}
