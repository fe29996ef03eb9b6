import type { ApiKeyRecord, ApiKeys } from '@shortlink/core'
import type { Selectable } from 'kysely'
import { keptQuery } from './kept-query.ts'
import type { Database } from './schema.ts'
import type { ApiKeysTable } from './tables/identity.ts'

/** {@link ApiKeys} over either database. */
export const sqlApiKeys = (db: Database): ApiKeys => {
  const byDigest = keptQuery(db.lookup, (digest: string) =>
    db.lookup
      .selectFrom('api_keys')
      .where('digest', '=', digest)
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('users')
              .select('id')
              .whereRef('users.id', '=', 'api_keys.owner')
              .where('disabled_at', 'is not', null),
          ),
        ),
      )
      .selectAll(),
  )
  return {
    async insert(key) {
      await db.write.insertInto('api_keys').values(toRow(key)).execute()
    },

    async findByDigest(digest) {
      const [row] = (await byDigest(digest)).rows
      return row && toRecord(row)
    },

    async any() {
      return (await db.lookup.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()) !== undefined
    },

    async list(owner) {
      const rows = await db.read
        .selectFrom('api_keys')
        .where('owner', '=', owner)
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map((row) => {
        const { digest: _, ...key } = toRecord(row)
        return key
      })
    },

    async revoke(owner, id) {
      const { numDeletedRows } = await db.write
        .deleteFrom('api_keys')
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0
    },

    async removeExpired(owner, at) {
      await db.write.deleteFrom('api_keys').where('owner', '=', owner).where('expires_at', '<=', at).execute()
    },

    async touch(id, at, unlessAfter) {
      await db.write
        .updateTable('api_keys')
        .set({ last_used_at: at })
        .where('id', '=', id)
        .where((of) => of.or([of('last_used_at', 'is', null), of('last_used_at', '<=', unlessAfter)]))
        .execute()
    },
  }
}

const toRow = (key: ApiKeyRecord): ApiKeysTable => ({
  id: key.id,
  owner: key.owner,
  label: key.label,
  prefix: key.prefix,
  last4: key.last4,
  digest: key.digest,
  last_used_at: key.lastUsedAt,
  expires_at: key.expiresAt,
  created_at: key.createdAt,
})

const toRecord = (row: Selectable<ApiKeysTable>): ApiKeyRecord => ({
  id: row.id as ApiKeyRecord['id'],
  owner: row.owner as ApiKeyRecord['owner'],
  label: row.label,
  prefix: row.prefix,
  last4: row.last4,
  digest: row.digest,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
})
