import type { Domain, DomainId, Domains } from '@shortlink/core'
import type { Kysely, Selectable } from 'kysely'
import { err, ok, ResultAsync } from 'neverthrow'
import type { NoteNews } from './link-news.ts'
import type { Database, DomainsTable, Schema } from './schema.ts'
import { together } from './transaction.ts'

/** Domains over either database. `note` is told of hostnames that change hands. */
export const sqlDomains = (db: Database, note: NoteNews): Domains => ({
  insert: (domain) =>
    ResultAsync.fromSafePromise(
      db.write
        .insertInto('domains')
        .values(toRow(domain))
        .onConflict((conflict) => conflict.columns(['owner', 'hostname']).doNothing())
        .returning('id')
        .executeTakeFirst(),
    ).andThen((row) => (row ? ok(domain) : err({ type: 'domain-taken' as const }))),

  async findOwned(owner, id) {
    const row = await db.point
      .selectFrom('domains')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .selectAll()
      .executeTakeFirst()
    return row && toDomain(row)
  },

  async findVerified(hostname) {
    const row = await db.point
      .selectFrom('domain_holders')
      .innerJoin('domains', 'domains.id', 'domain_holders.domain_id')
      .where('domain_holders.hostname', '=', hostname)
      .selectAll('domains')
      .executeTakeFirst()
    return row && toDomain(row)
  },

  async list(owner) {
    const rows = await db.read
      .selectFrom('domains')
      .where('owner', '=', owner)
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toDomain)
  },

  verify: (owner, id, at) =>
    ResultAsync.fromSafePromise(together(db, (db) => verify(db, owner, id, at))).andThen((domain) => {
      if (domain === 'held by another') return err({ type: 'domain-taken' as const })
      if (domain) note({ hostname: domain.hostname })
      return ok(domain)
    }),

  async deleteOwned(owner, id) {
    const row = await together(db, async (db) => {
      const row = await db
        .deleteFrom('domains')
        .where('id', '=', id)
        .where('owner', '=', owner)
        .returningAll()
        .executeTakeFirst()
      if (row) await letGo(db, id)
      return row
    })
    if (row === undefined) return undefined
    note({ hostname: row.hostname })
    return toDomain(row)
  },

  async noteCertificate(id) {
    await db.write
      .updateTable('domains')
      .set({ ssl_status: 'active' })
      .where('id', '=', id)
      .where('verified_at', 'is not', null)
      .execute()
  },

  async listUnchecked(before, limit) {
    const rows = await db.read
      .selectFrom('domains')
      .where('verified_at', 'is not', null)
      .where('checked_at', '<', before)
      .selectAll()
      .orderBy('checked_at')
      .limit(limit)
      .execute()
    return rows.map(toDomain)
  },

  async noteCheck(id, at, proof, lapsed) {
    const lost = await together(db, async (db) => {
      const row = await db
        .updateTable('domains')
        .set((of) => ({
          checked_at: at,
          ...(proof === 'seen' && { missing_since: null }),
          ...(proof === 'missing' && { missing_since: of.fn.coalesce('missing_since', of.val(at)) }),
        }))
        .where('id', '=', id)
        .where('verified_at', 'is not', null)
        .returningAll()
        .executeTakeFirst()
      const lapses = proof === 'missing' && row?.missing_since != null && row.missing_since <= lapsed
      if (!lapses) return undefined
      await letGo(db, id)
      await db.updateTable('domains').set(UNVERIFIED).where('id', '=', id).execute()
      return row
    })
    if (lost) note({ hostname: lost.hostname })
    return lost !== undefined
  },
})

const UNVERIFIED = { verified_at: null, ssl_status: 'none', missing_since: null }

async function verify(db: Kysely<Schema>, owner: string, id: DomainId, at: number) {
  const claim = await db
    .selectFrom('domains')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .select('hostname')
    .executeTakeFirst()
  if (claim === undefined) return undefined
  await db
    .insertInto('domain_holders')
    .values({ hostname: claim.hostname, domain_id: id })
    .onConflict((conflict) => conflict.column('hostname').doNothing())
    .execute()
  const row = await db
    .updateTable('domains')
    .set({ verified_at: at, ssl_status: 'pending', checked_at: at, missing_since: null })
    .where('id', 'in', (of) => of.selectFrom('domain_holders').where('domain_id', '=', id).select('domain_id'))
    .returningAll()
    .executeTakeFirst()
  return row ? toDomain(row) : 'held by another'
}

const letGo = (db: Kysely<Schema>, id: DomainId) =>
  db.deleteFrom('domain_holders').where('domain_id', '=', id).execute()

const toRow = ({ id, owner, hostname, verifiedAt, sslStatus, txtToken, createdAt }: Domain): DomainsTable => ({
  id,
  owner,
  hostname,
  verified_at: verifiedAt,
  ssl_status: sslStatus,
  txt_token: txtToken,
  created_at: createdAt,
  checked_at: createdAt,
  missing_since: null,
})

const toDomain = (row: Selectable<DomainsTable>): Domain => ({
  id: row.id as DomainId,
  owner: row.owner as Domain['owner'],
  hostname: row.hostname,
  verified: row.verified_at !== null,
  verifiedAt: row.verified_at,
  sslStatus: row.ssl_status as Domain['sslStatus'],
  txtToken: row.txt_token,
  createdAt: row.created_at,
})
