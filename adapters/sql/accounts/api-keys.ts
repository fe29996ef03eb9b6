import type { ApiKey } from '@shortlink/core'
import type { ApiKeyRecord, ApiKeys } from '@shortlink/core/ports'
import type { Selectable } from 'kysely'
import { keptQuery } from '../kit/kept-query.ts'
import { deleteOwned } from '../kit/owned-rows.ts'
import type { Database } from '../schema.ts'
import type { ApiKeysTable } from '../tables/identity.ts'

/** {@link ApiKeys} over either database. */
export const sqlApiKeys = (db: Database): ApiKeys => {
  const byDigest = keptQuery(db.lookup, (...digests: [string, string, string, string]) =>
    db.lookup
      .selectFrom('api_keys')
      .where('digest', 'in', digests)
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

    async findByDigest(digest, previous = digest) {
      const digests = [digest, restrictedDigest(digest), previous, restrictedDigest(previous)] as const
      const [row] = (await byDigest(...digests)).rows
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
      return rows.map(toKey)
    },

    async findOwned(owner, id) {
      const row = await db.read
        .selectFrom('api_keys')
        .where('id', '=', id)
        .where('owner', '=', owner)
        .selectAll()
        .executeTakeFirst()
      return row && toKey(row)
    },

    async setExpiry(owner, id, expiresAt) {
      const { numUpdatedRows } = await db.write
        .updateTable('api_keys')
        .set({ expires_at: expiresAt })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0
    },

    revoke: (owner, id) => deleteOwned(db, 'api_keys', owner, id),

    async removeExpired(owner, at) {
      await db.write.deleteFrom('api_keys').where('owner', '=', owner).where('expires_at', '<=', at).execute()
    },

    async move(key) {
      const { digest, pepper } = toRow(key)
      await db.write.updateTable('api_keys').set({ digest, pepper }).where('id', '=', key.id).execute()
    },

    async touch(id, { at, network }, unlessAfter) {
      await db.write
        .updateTable('api_keys')
        .set({ last_used_at: at, last_used_network: network })
        .where('id', '=', id)
        .where((of) => of.or([of('last_used_at', 'is', null), of('last_used_at', '<=', unlessAfter)]))
        .execute()
    },
  }
}

const RESTRICTED = 'restricted:'

/** The stored digest of a key with scopes or target hosts: servers that do not know these columns refuse the key. */
const restrictedDigest = (digest: string) => RESTRICTED + digest

const isRestricted = ({ scopes, targetHosts }: ApiKeyRecord) => scopes !== null || targetHosts !== null

const jsonOf = (list: readonly string[] | null) => list && JSON.stringify(list)

const toRow = (key: ApiKeyRecord): ApiKeysTable => ({
  id: key.id,
  owner: key.owner,
  label: key.label,
  prefix: key.prefix,
  last4: key.last4,
  digest: isRestricted(key) ? restrictedDigest(key.digest) : key.digest,
  last_used_at: key.lastUsedAt,
  last_used_network: key.lastUsedNetwork,
  expires_at: key.expiresAt,
  created_at: key.createdAt,
  scopes: jsonOf(key.scopes),
  target_hosts: jsonOf(key.targetHosts),
  rotated_from: key.rotatedFrom,
  pepper: key.pepper,
})

const toRecord = (row: Selectable<ApiKeysTable>): ApiKeyRecord => ({
  id: row.id as ApiKeyRecord['id'],
  owner: row.owner as ApiKeyRecord['owner'],
  label: row.label,
  prefix: row.prefix,
  last4: row.last4,
  digest: row.digest.replace(RESTRICTED, ''),
  lastUsedAt: row.last_used_at,
  lastUsedNetwork: row.last_used_network,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  scopes: row.scopes === null ? null : JSON.parse(row.scopes),
  targetHosts: row.target_hosts === null ? null : JSON.parse(row.target_hosts),
  rotatedFrom: row.rotated_from as ApiKeyRecord['rotatedFrom'],
  pepper: row.pepper,
})

function toKey(row: Selectable<ApiKeysTable>): ApiKey {
  const { digest: _, pepper: __, ...key } = toRecord(row)
  return key
}
