import type { Invitations } from '@shortlink/core/ports'
import type { Database } from '../schema.ts'

/** {@link Invitations} over either database. */
export const sqlInvitations = (db: Database): Invitations => ({
  async add({ digest, createdAt, expiresAt }) {
    await db.write.deleteFrom('invitations').where('expires_at', '<=', createdAt).execute()
    await db.write.insertInto('invitations').values({ digest, created_at: createdAt, expires_at: expiresAt }).execute()
  },

  async has(digest, at) {
    const row = await db.lookup
      .selectFrom('invitations')
      .where('digest', '=', digest)
      .where('expires_at', '>', at)
      .select('digest')
      .executeTakeFirst()
    return row !== undefined
  },

  async spend(digest, at) {
    const { numDeletedRows } = await db.write
      .deleteFrom('invitations')
      .where('digest', '=', digest)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },
})
