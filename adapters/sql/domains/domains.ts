import type { PublishChange } from '@shortlink/core/adapter'
import type { Domains } from '@shortlink/core/ports'
import { err, ok, ResultAsync } from 'neverthrow'
import { inTransaction } from '../kit/transaction.ts'
import type { Database } from '../schema.ts'
import { deleteDomain, forgetClaimed, insertDomain, noteCheck, verify } from './domain-changes.ts'
import { domainReads } from './domain-reads.ts'

/** {@link Domains} over either database. Publishes hostnames that are claimed, freed or get another owner. */
export const sqlDomains = (db: Database, publish: PublishChange): Domains => ({
  ...domainReads(db),

  insert: (domain) =>
    ResultAsync.fromSafePromise(inTransaction(db, (db) => insertDomain(db, domain))).andThen((inserted) => {
      if (!inserted) return err({ type: 'domain-taken' as const })
      publish({ hostname: domain.hostname })
      return ok(domain)
    }),

  forgetClaimed: (hostname) =>
    ResultAsync.fromSafePromise(inTransaction(db, (db) => forgetClaimed(db, hostname))).andThen((outcome) => {
      if (outcome === 'held') return err({ type: 'domain-taken' as const })
      if (outcome) publish({ hostname })
      return ok(outcome)
    }),

  verify: (owner, id, at) =>
    ResultAsync.fromSafePromise(inTransaction(db, (db) => verify(db, owner, id, at))).andThen((domain) => {
      if (domain === 'held by another') return err({ type: 'domain-taken' as const })
      if (domain) publish({ hostname: domain.hostname })
      return ok(domain)
    }),

  async deleteOwned(owner, id) {
    const domain = await inTransaction(db, (db) => deleteDomain(db, owner, id))
    if (domain) publish({ hostname: domain.hostname })
    return domain
  },

  async noteCertificate(id) {
    await db.write
      .updateTable('domains')
      .set({ ssl_status: 'active' })
      .where('id', '=', id)
      .where('verified_at', 'is not', null)
      .execute()
  },

  async noteCheck(id, at, proof, limits) {
    const { hostname, outcome } = await inTransaction(db, (db) => noteCheck(db, id, at, proof, limits))
    if (outcome === 'lapsed') publish({ hostname })
    return outcome
  },
})
