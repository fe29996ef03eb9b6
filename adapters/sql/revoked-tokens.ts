import type { RevokedTokens } from '@shortlink/core'
import type { Database } from './schema.ts'

/** {@link RevokedTokens} over either database. */
export const sqlRevokedTokens = (db: Database): RevokedTokens => ({
  async add(tokenId, expiresAt) {
    await db.write
      .insertInto('revoked_tokens')
      .values({ id: tokenId, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },

  async has(tokenId) {
    const row = await db.lookup.selectFrom('revoked_tokens').where('id', '=', tokenId).select('id').executeTakeFirst()
    return row !== undefined
  },

  async forget(before) {
    const { numDeletedRows } = await db.write
      .deleteFrom('revoked_tokens')
      .where('expires_at', '<', before)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})
