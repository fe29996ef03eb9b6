import type { UserId } from '@shortlink/core'
import { type Expression, type Kysely, sql } from 'kysely'
import { countOperatorChange } from '../rows/takedown.ts'
import type { Schema } from '../schema.ts'

/**
 * Prefix of the password hash and the key digests of a disabled account; its epoch is negative. So a replica of the previous version, which
 * does not know `disabled_at`, finds no key of the account and accepts neither its password nor its sessions.
 */
export const DISABLED = 'disabled:'

/** Disables the account since the instant, or enables it for null. Returns its row. */
export async function setAccountDisabled(db: Kysely<Schema>, id: UserId, at: number | null) {
  const account = db
    .updateTable('users')
    .where('id', '=', id)
    .where('disabled_at', at === null ? 'is not' : 'is', null)
  const { numUpdatedRows } = await account
    .set((of) => ({
      disabled_at: at,
      epoch: sql<number>`-1 - ${of.ref('epoch')}`,
      password_hash: withPrefix(of.ref('password_hash'), at),
    }))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0) {
    await db
      .updateTable('api_keys')
      .set((of) => ({ digest: withPrefix(of.ref('digest'), at) }))
      .where('owner', '=', id)
      .where('digest', at === null ? 'like' : 'not like', `${DISABLED}%`)
      .execute()
    await countOperatorChange(db)
  }
  return db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst()
}

/** The column with the prefix, or without it when the account is enabled again. */
const withPrefix = (column: Expression<string>, at: number | null) =>
  at === null
    ? sql<string>`substr(${column}, ${sql.lit(DISABLED.length + 1)})`
    : sql<string>`${sql.lit(DISABLED)} || ${column}`
