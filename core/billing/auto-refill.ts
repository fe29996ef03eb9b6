import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { givenNames } from '../audit/changes.ts'
import type { UserId } from '../kernel/ids.ts'
import { definedOnly } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { orderRefill } from './link-quota.ts'
import { meteredMonth } from './plan-status.ts'
import { type AutoRefill, NO_AUTO_REFILL } from './usage.ts'

/** The setting, and why the last order of the current month failed. */
export interface AutoRefillReport extends AutoRefill {
  /** Null if it did not fail. */
  readonly failure: string | null
}

/** The caller's auto-refill setting. */
export const getAutoRefill = defineUseCase({
  name: 'getAutoRefill',
  access: 'user',
  scope: 'billing:read',
  input: z.object({}),
  run: (ports, caller) => ResultAsync.fromSafePromise(report(ports, caller.owner)),
})

const whole = (name: string, { min, max, what }: { min: number; max: number; what: string }) =>
  z
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}`)
    .optional()
    .describe(`${what}, from ${min} to ${max}.`)

/** Every pack has the same price, so its size needs a bound. */
const MAX_PACK_LINKS = 10_000
/** In whole currency units. Sums of it in hundredths stay within safe integers. */
const MAX_SPEND = 1_000_000

const Changes = z.object({
  enabled: z.boolean('enabled must be true or false').optional().describe('Whether to purchase packs automatically.'),
  thresholdPercent: whole('thresholdPercent', {
    min: 1,
    max: 100,
    what: 'Percentage of available links used that triggers a purchase',
  }),
  refillPackLinks: whole('refillPackLinks', { min: 1, max: MAX_PACK_LINKS, what: 'Links per pack' }),
  maxMonthlySpend: whole('maxMonthlySpend', {
    min: 0,
    max: MAX_SPEND,
    what: 'Maximum monthly spend on packs, in whole currency units',
  }),
})

/** Changes the caller's auto-refill setting. Absent fields keep their value; failed and refused orders are tried again. */
export const updateAutoRefill = defineUseCase({
  name: 'updateAutoRefill',
  access: 'user',
  scope: 'billing:write',
  input: Changes,
  run: (ports, caller, changes) =>
    ports.store.atomic((store) => ResultAsync.fromSafePromise(change({ ...ports, store }, caller.owner, changes))),
  audit: (_report, changes) => [{ kind: 'ACCOUNT', changed: givenNames(changes) }],
})

async function change(ports: Ports, owner: UserId, changes: z.output<typeof Changes>): Promise<AutoRefillReport> {
  const { usageMeters, refillOrders, users } = ports.store
  await users.lock(owner)
  const before = (await usageMeters.autoRefill(owner)) ?? NO_AUTO_REFILL
  await usageMeters.saveAutoRefill(owner, { ...before, ...definedOnly(changes) })
  const month = await meteredMonth(ports, owner)
  // Lock order: account, meter, orders, as in every transaction that locks several of them.
  const usage = month && (await usageMeters.lock(owner, month.period))
  await refillOrders.reconsider(owner, ports.clock.now())
  // When the quota is used up, no link is created any more, so creation would never order a pack.
  if (usage) await orderRefill(ports, usage, month.allowance)
  return report(ports, owner)
}

async function report({ store, clock }: Ports, owner: UserId): Promise<AutoRefillReport> {
  const setting = await store.usageMeters.autoRefill(owner)
  const order = await store.refillOrders.latest(owner)
  const isRelevant = order !== undefined && order.status !== 'CLOSED' && clock.now() < order.period.end
  return { ...(setting ?? NO_AUTO_REFILL), failure: isRelevant ? order.failure : null }
}
