import type { Domain, DomainId, Domains } from '@shortlink/core'
import type { Kysely, Selectable } from 'kysely'
import { err, ok, ResultAsync } from 'neverthrow'
import type { PublishChange } from './link-change-emitter.ts'
import type { Database, Schema } from './schema.ts'
import type { DomainsTable } from './tables/domains.ts'
import { inTransaction } from './transaction.ts'

/** Domains over either database. `note` is told of hostnames that change hands. */
export const sqlDomains = (db: Database, note: PublishChange): Domains => ({
  insert: (domain) =>
    ResultAsync.fromSafePromise(inTransaction(db, (db) => insert(db, domain))).andThen((inserted) => {
      if (!inserted) return err({ type: 'domain-taken' as const })
      note({ hostname: domain.hostname })
      return ok(domain)
    }),

  async findOwned(owner, id) {
    const row = await db.lookup
      .selectFrom('domains')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .selectAll()
      .executeTakeFirst()
    return row && toDomain(row)
  },

  async findVerified(hostname) {
    const row = await db.lookup
      .selectFrom('domain_holders')
      .innerJoin('domains', 'domains.id', 'domain_holders.domain_id')
      .where('domain_holders.hostname', '=', hostname)
      .selectAll('domains')
      .executeTakeFirst()
    return row && toDomain(row)
  },

  async wasClaimed(hostname) {
    const row = await db.lookup
      .selectFrom('claimed_hosts')
      .where('hostname', '=', hostname)
      .select('hostname')
      .executeTakeFirst()
    return row !== undefined
  },

  forgetClaimed: (hostname) =>
    ResultAsync.fromSafePromise(inTransaction(db, (db) => forgetClaimed(db, hostname))).andThen((outcome) => {
      if (outcome === 'held') return err({ type: 'domain-taken' as const })
      if (outcome) note({ hostname })
      return ok(outcome)
    }),

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
    ResultAsync.fromSafePromise(inTransaction(db, (db) => verify(db, owner, id, at))).andThen((domain) => {
      if (domain === 'held by another') return err({ type: 'domain-taken' as const })
      if (domain) note({ hostname: domain.hostname })
      return ok(domain)
    }),

  async deleteOwned(owner, id) {
    const row = await inTransaction(db, async (db) => {
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

  async noteCheck(id, at, proof, limits) {
    const { hostname, outcome } = await inTransaction(db, async (db) => noteCheck(db, id, at, proof, limits))
    if (outcome === 'lapsed') note({ hostname })
    return outcome
  },

  async countMissing() {
    const { count } = await db.read
      .selectFrom('domains')
      .where('verified_at', 'is not', null)
      .where('missing_since', 'is not', null)
      .select((of) => of.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },
})

const UNVERIFIED = { verified_at: null, ssl_status: 'none', missing_since: null, lapsing_told_at: null }

/** False if the owner has claimed the hostname already. */
async function insert(db: Kysely<Schema>, domain: Domain): Promise<boolean> {
  const row = await db
    .insertInto('domains')
    .values(toRow(domain))
    .onConflict((conflict) => conflict.columns(['owner', 'hostname']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await rememberClaimed(db, domain.hostname)
  return row !== undefined
}

const rememberClaimed = (db: Kysely<Schema>, hostname: string) =>
  db
    .insertInto('claimed_hosts')
    .values({ hostname })
    .onConflict((conflict) => conflict.column('hostname').doNothing())
    .execute()

async function forgetClaimed(db: Kysely<Schema>, hostname: string): Promise<boolean | 'held'> {
  const holder = db.selectFrom('domain_holders').where('hostname', '=', hostname).select('hostname')
  if (await holder.executeTakeFirst()) return 'held'
  const row = await db
    .deleteFrom('claimed_hosts')
    .where('hostname', '=', hostname)
    .returning('hostname')
    .executeTakeFirst()
  return row !== undefined
}

async function noteCheck(
  db: Kysely<Schema>,
  id: DomainId,
  at: number,
  proof: 'seen' | 'missing' | 'unknown',
  { warn, lapse }: { warn: number; lapse: number },
): Promise<{ hostname: string; outcome: 'held' | 'lapsing' | 'lapsed' }> {
  const row = await db
    .updateTable('domains')
    .set((of) => ({
      checked_at: at,
      ...(proof === 'seen' && { missing_since: null, lapsing_told_at: null }),
      ...(proof === 'missing' && { missing_since: of.fn.coalesce('missing_since', of.val(at)) }),
    }))
    .where('id', '=', id)
    .where('verified_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return { hostname: '', outcome: 'held' }
  const { hostname, missing_since: since, lapsing_told_at: told } = row
  if (proof !== 'missing' || since === null || since > warn) return { hostname, outcome: 'held' }
  if (told === null) {
    await db.updateTable('domains').set({ lapsing_told_at: at }).where('id', '=', id).execute()
    return { hostname, outcome: 'lapsing' }
  }
  if (told > lapse) return { hostname, outcome: 'held' }
  await letGo(db, id)
  await db.updateTable('domains').set(UNVERIFIED).where('id', '=', id).execute()
  return { hostname, outcome: 'lapsed' }
}

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
    .set({ ...UNVERIFIED, verified_at: at, ssl_status: 'pending', checked_at: at })
    .where('id', 'in', (of) => of.selectFrom('domain_holders').where('domain_id', '=', id).select('domain_id'))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return 'held by another'
  // An operator may have freed the hostname since it was claimed.
  await rememberClaimed(db, claim.hostname)
  return toDomain(row)
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
  lapsing_told_at: null,
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
