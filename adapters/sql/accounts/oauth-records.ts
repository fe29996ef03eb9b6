import { MAX_OAUTH_LIST } from '@shortlink/core/adapter'
import type { OAuthRecord, OAuthRecords } from '@shortlink/core/ports'
import type { Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { OAuthRecordsTable } from '../tables/identity.ts'

/** {@link OAuthRecords} over either database. */
export const sqlOAuthRecords = (db: Database): OAuthRecords => ({
  async put(record) {
    const row = toRow(record)
    await db.write
      .insertInto('oauth_records')
      .values({ ...row, consumed_at: null })
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(row))
      .execute()
  },

  async add(record) {
    const { numInsertedOrUpdatedRows } = await db.write
      .insertInto('oauth_records')
      .values({ ...toRow(record), consumed_at: null })
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
      .executeTakeFirstOrThrow()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n
  },

  async find(kind, id) {
    const row = await db.lookup
      .selectFrom('oauth_records')
      .where('kind', '=', kind)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst()
    return row && toRecord(row)
  },

  async listByUid(kind, uid) {
    const rows = await db.lookup
      .selectFrom('oauth_records')
      .where('kind', '=', kind)
      .where('uid', '=', uid)
      .selectAll()
      .orderBy('expires_at', 'desc')
      .orderBy('id')
      .limit(MAX_OAUTH_LIST)
      .execute()
    return rows.map(toRecord)
  },

  async consume(kind, id, at) {
    const { numUpdatedRows } = await db.write
      .updateTable('oauth_records')
      .set({ consumed_at: at })
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where('consumed_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0
  },

  async prolong(kind, id, until) {
    await db.write
      .updateTable('oauth_records')
      .set({ expires_at: until })
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where('expires_at', '<', until)
      .execute()
  },

  async remove(kind, id) {
    const { numDeletedRows } = await db.write
      .deleteFrom('oauth_records')
      .where('kind', '=', kind)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0
  },

  async revokeGrant(grantId) {
    await db.write.deleteFrom('oauth_records').where('grant_id', '=', grantId).execute()
  },

  async forget(before) {
    const { numDeletedRows } = await db.write
      .deleteFrom('oauth_records')
      .where('expires_at', '<', before)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})

const toRow = ({ kind, id, grantId, uid, expiresAt, payload }: Omit<OAuthRecord, 'consumedAt'>) => ({
  ...{ kind, id, uid, payload },
  grant_id: grantId,
  expires_at: expiresAt,
})

const toRecord = ({ kind, id, grant_id, uid, expires_at, payload, consumed_at }: Selectable<OAuthRecordsTable>) => {
  const record: OAuthRecord = {
    ...{ kind, id, uid, payload },
    ...{ grantId: grant_id, expiresAt: expires_at, consumedAt: consumed_at },
  }
  return record
}
