import type { Period, Usage, UserId } from '@shortlink/core'
import type { UsageMeters } from '@shortlink/core/ports'
import type { Kysely, Selectable } from 'kysely'
import type { Database, Schema } from '../schema.ts'
import type { UsageMetersTable } from '../tables/billing.ts'

/** {@link UsageMeters} over either database. */
export const sqlUsageMeters = (db: Database): UsageMeters => ({
  async find(owner, periodStart) {
    const row = await db.read
      .selectFrom('usage_meters')
      .where('owner', '=', owner)
      .where('period_start', '=', periodStart)
      .selectAll()
      .executeTakeFirst()
    return row && toUsage(row)
  },

  async spend(owner, period, links, allowance) {
    const spent = await spend(db.write, owner, period, links, allowance)
    if (spent) return toUsage(spent)
    // Either the allowance is exhausted, or there is no meter yet.
    await begin(db.write, owner, period)
    const row = await spend(db.write, owner, period, links, allowance)
    return row ? toUsage(row) : 'used up'
  },

  async lock(owner, period) {
    await begin(db.write, owner, period)
    return toUsage(await lockMeter(db.write, owner, period.start).executeTakeFirstOrThrow())
  },

  async autoRefill(owner) {
    const row = await db.lookup.selectFrom('auto_refills').where('owner', '=', owner).selectAll().executeTakeFirst()
    return (
      row && {
        enabled: row.enabled === 1,
        thresholdPercent: row.threshold_percent,
        refillPackLinks: row.pack_links,
        maxMonthlySpend: row.max_spend,
      }
    )
  },

  async saveAutoRefill(owner, { enabled, thresholdPercent, refillPackLinks, maxMonthlySpend }) {
    const row = {
      enabled: Number(enabled),
      threshold_percent: thresholdPercent,
      pack_links: refillPackLinks,
      max_spend: maxMonthlySpend,
    }
    await db.write
      .insertInto('auto_refills')
      .values({ owner, ...row })
      .onConflict((conflict) => conflict.column('owner').doUpdateSet(row))
      .execute()
  },
})

const spend = (db: Kysely<Schema>, owner: UserId, period: Period, links: number, allowance: number) =>
  db
    .updateTable('usage_meters')
    .set((of) => ({ links_created: of('links_created', '+', links) }))
    .where('owner', '=', owner)
    .where('period_start', '=', period.start)
    .where((of) => of(of('links_created', '-', of.ref('refill_links')), '<=', allowance - links))
    .returningAll()
    .executeTakeFirst()

const begin = (db: Kysely<Schema>, owner: UserId, { start, end }: Period) =>
  db
    .insertInto('usage_meters')
    .values({ owner, period_start: start, period_end: end, links_created: 0, refill_links: 0, refill_count: 0 })
    .onConflict((conflict) => conflict.columns(['owner', 'period_start']).doNothing())
    .execute()

/** An update that changes nothing locks the row in either database. */
export const lockMeter = (db: Kysely<Schema>, owner: string, periodStart: number) =>
  db
    .updateTable('usage_meters')
    .set((of) => ({ refill_count: of.ref('refill_count') }))
    .where('owner', '=', owner)
    .where('period_start', '=', periodStart)
    .returningAll()

const toUsage = (row: Selectable<UsageMetersTable>): Usage => ({
  owner: row.owner as UserId,
  period: { start: row.period_start, end: row.period_end },
  linksCreated: row.links_created,
  refillLinks: row.refill_links,
  refillCount: row.refill_count,
})
