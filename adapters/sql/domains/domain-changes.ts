import type { Domain, DomainId } from '@shortlink/core'
import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { toDomain, toRow } from './domain-rows.ts'

const UNVERIFIED = { verified_at: null, ssl_status: 'none', missing_since: null, lapsing_told_at: null }

/** Returns false if the owner has already claimed the hostname. */
export async function insertDomain(db: Kysely<Schema>, domain: Domain): Promise<boolean> {
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

/**
 * Deletes the record that a hostname was ever claimed. Returns whether there was one; 'held' while a verified domain holds the hostname.
 */
export async function forgetClaimed(db: Kysely<Schema>, hostname: string): Promise<boolean | 'held'> {
  const holder = db.selectFrom('domain_holders').where('hostname', '=', hostname).select('hostname')
  if (await holder.executeTakeFirst()) return 'held'
  const row = await db
    .deleteFrom('claimed_hosts')
    .where('hostname', '=', hostname)
    .returning('hostname')
    .executeTakeFirst()
  return row !== undefined
}

/** Records a check of a verified domain's proof: warns its owner first, then releases the hostname. */
export async function noteCheck(
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
  const { hostname, missing_since: missingSince, lapsing_told_at: warnedAt } = row
  if (proof !== 'missing' || missingSince === null || missingSince > warn) return { hostname, outcome: 'held' }
  if (warnedAt === null) {
    await db.updateTable('domains').set({ lapsing_told_at: at }).where('id', '=', id).execute()
    return { hostname, outcome: 'lapsing' }
  }
  if (warnedAt > lapse) return { hostname, outcome: 'held' }
  await releaseHostname(db, id)
  await db.updateTable('domains').set(UNVERIFIED).where('id', '=', id).execute()
  return { hostname, outcome: 'lapsed' }
}

/** Makes the claim the holder of its hostname. Returns the domain; undefined if the owner has none with the id. */
export async function verify(db: Kysely<Schema>, owner: string, id: DomainId, at: number) {
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

/** Removes the claim. Returns the domain as it was. */
export async function deleteDomain(db: Kysely<Schema>, owner: string, id: DomainId): Promise<Domain | undefined> {
  const row = await db
    .deleteFrom('domains')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .returningAll()
    .executeTakeFirst()
  if (row) await releaseHostname(db, id)
  return row && toDomain(row)
}

const releaseHostname = (db: Kysely<Schema>, id: DomainId) =>
  db.deleteFrom('domain_holders').where('domain_id', '=', id).execute()
