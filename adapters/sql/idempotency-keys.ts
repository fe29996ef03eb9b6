import type { IdempotencyKeys } from '@shortlink/core/ports'
import type { Database } from './schema.ts'

/** {@link IdempotencyKeys} over either database. */
export const sqlIdempotencyKeys = ({ lookup, write }: Database): IdempotencyKeys => ({
  async claim(claim, expired) {
    // A concurrent claim waits here for the transaction of the first to end; then the row is either kept or free again.
    const taken = await write
      .insertInto('idempotency_keys')
      .values({ ...claim, outcome: null })
      .onConflict((conflict) =>
        conflict
          .columns(['caller', 'operation', 'key'])
          .doUpdateSet((of) => ({
            fingerprint: of.ref('excluded.fingerprint'),
            outcome: null,
            at: of.ref('excluded.at'),
          }))
          .where('idempotency_keys.at', '<', expired),
      )
      .returning('key')
      .executeTakeFirst()
    if (taken) return undefined
    const { fingerprint, outcome } = await write
      .selectFrom('idempotency_keys')
      .where('caller', '=', claim.caller)
      .where('operation', '=', claim.operation)
      .where('key', '=', claim.key)
      .select(['fingerprint', 'outcome'])
      .executeTakeFirstOrThrow()
    if (outcome === null) throw new Error('An idempotency key was claimed twice in one transaction, or never kept')
    return { fingerprint, outcome }
  },

  async find({ caller, operation, key }, expired) {
    const row = await lookup
      .selectFrom('idempotency_keys')
      .where('caller', '=', caller)
      .where('operation', '=', operation)
      .where('key', '=', key)
      .where('at', '>=', expired)
      .select(['fingerprint', 'outcome'])
      .executeTakeFirst()
    return row && row.outcome !== null ? { fingerprint: row.fingerprint, outcome: row.outcome } : undefined
  },

  async keep(claim, outcome) {
    await write
      .insertInto('idempotency_keys')
      .values({ ...claim, outcome })
      .onConflict((conflict) => conflict.columns(['caller', 'operation', 'key']).doUpdateSet({ outcome }))
      .execute()
  },

  async forget(before) {
    const { numDeletedRows } = await write
      .deleteFrom('idempotency_keys')
      .where('at', '<', before)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})
