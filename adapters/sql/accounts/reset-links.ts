import type { UserId } from '@shortlink/core'
import type { ResetLinks } from '@shortlink/core/ports'
import type { Database } from '../schema.ts'

/** {@link ResetLinks} over either database. */
export const sqlResetLinks = (db: Database): ResetLinks => ({
  async put({ digest, owner, epoch, expiresAt }) {
    const values = { digest, epoch, expires_at: expiresAt }
    await db.write
      .insertInto('reset_links')
      .values({ owner, ...values })
      .onConflict((conflict) => conflict.column('owner').doUpdateSet(values))
      .execute()
  },

  async find(digest, at) {
    const row = await db.lookup
      .selectFrom('reset_links')
      .where('digest', '=', digest)
      .where('expires_at', '>', at)
      .selectAll()
      .executeTakeFirst()
    return row && { digest, owner: row.owner as UserId, epoch: row.epoch, expiresAt: row.expires_at }
  },

  async take(digest) {
    const { numDeletedRows } = await db.write
      .deleteFrom('reset_links')
      .where('digest', '=', digest)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0
  },

  async forget(before) {
    await db.write.deleteFrom('reset_links').where('expires_at', '<', before).execute()
  },
})
