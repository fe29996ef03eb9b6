import type { Domains } from '@shortlink/core/ports'
import type { Database } from '../schema.ts'
import { toDomain } from './domain-rows.ts'

type DomainReads = Pick<
  Domains,
  'findOwned' | 'findVerified' | 'wasClaimed' | 'list' | 'listUnchecked' | 'countMissing'
>

/** The queries of {@link Domains}. */
export const domainReads = (db: Database): DomainReads => ({
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
