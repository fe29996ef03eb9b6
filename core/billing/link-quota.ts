import { err, ok, type Result } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Ports } from '../ports.ts'
import { monthAround, type Period } from './period.ts'
import type { Plan } from './plan.ts'
import { planLimit } from './plan-limit.ts'
import type { PlanStatus } from './subscription.ts'
import { NO_AUTO_REFILL, needsRefill, type Usage } from './usage.ts'

type RefillPorts = Pick<Ports, 'store' | 'clock' | 'ids'>
type QuotaPorts = RefillPorts & Pick<Ports, 'payments'>

/** The current month of use of a metered account. */
export interface MeteredMonth {
  readonly owner: UserId
  readonly period: Period
  readonly plan: Plan
  /** Links that the plan includes. */
  readonly allowance: number
}

/** The month that contains `now`; undefined for an account that is not metered. */
export function meteredMonthOf(
  owner: UserId,
  { metered, subscription, effectivePlan, entitlements }: PlanStatus,
  now: Instant,
): MeteredMonth | undefined {
  if (!metered || subscription === null) return undefined
  const period = monthAround(subscription.anchorDay, now)
  return { owner, period, plan: effectivePlan, allowance: entitlements.monthlyLinkQuota }
}

const usedUp = (ports: QuotaPorts, { plan }: MeteredMonth) =>
  planLimit(ports, plan, 'The monthly link quota of your plan is used up')

/** `plan-limit` when the quota is used up as of now, to refuse a call before expensive work. {@link spendQuota} decides. */
export async function checkQuota(
  ports: QuotaPorts,
  month: MeteredMonth | undefined,
): Promise<Result<void, ErrorOf<'plan-limit'>>> {
  if (month === undefined) return ok()
  const usage = await ports.store.usageMeters.find(month.owner, month.period.start)
  const { linksCreated, refillLinks } = usage ?? { linksCreated: 0, refillLinks: 0 }
  return linksCreated < month.allowance + refillLinks ? ok() : err(usedUp(ports, month))
}

/**
 * Counts a created link against its owner's quota; `plan-limit` when it is used up. Call it inside the transaction that creates the link.
 * When usage reaches the owner's refill threshold it orders a pack; periodic work pays for it, so no request waits for the provider.
 */
export async function spendQuota(
  ports: QuotaPorts,
  month: MeteredMonth | undefined,
): Promise<Result<void, ErrorOf<'plan-limit'>>> {
  if (month === undefined) return ok()
  const usage = await ports.store.usageMeters.spend(month.owner, month.period, 1, month.allowance)
  if (usage === 'used up') return err(usedUp(ports, month))
  await orderRefill(ports, usage, month.allowance)
  return ok()
}

/** The remaining link quota of an owner, for several links of one transaction. */
export interface LinkQuota {
  /** Number of links that still fit. */
  readonly left: number
  /** The error of a link that does not fit. */
  readonly usedUp: ErrorOf<'plan-limit'>
  /** Counts created links, at most `left`; orders a pack as {@link spendQuota} does. */
  spend(links: number): Promise<void>
}

/** The quota, locked until the transaction ends. */
export async function lockQuota(ports: QuotaPorts, month: MeteredMonth): Promise<LinkQuota> {
  const { usageMeters } = ports.store
  const { owner, period, allowance } = month
  const { linksCreated, refillLinks } = await usageMeters.lock(owner, period)
  return {
    left: Math.max(0, allowance + refillLinks - linksCreated),
    usedUp: usedUp(ports, month),
    async spend(links) {
      const usage = await usageMeters.spend(owner, period, links, allowance)
      if (usage === 'used up') throw new Error('A locked quota was spent without its lock')
      await orderRefill(ports, usage, allowance)
    },
  }
}

/** Orders a refill pack if usage has reached the owner's threshold. The caller must hold the lock of the meter, so one order is made. */
export async function orderRefill({ store, clock, ids }: RefillPorts, usage: Usage, allowance: number): Promise<void> {
  const setting = (await store.usageMeters.autoRefill(usage.owner)) ?? NO_AUTO_REFILL
  if (!needsRefill(usage, allowance, setting)) return
  const now = clock.now()
  await store.refillOrders.open({
    id: ids.refillOrder(),
    owner: usage.owner,
    period: usage.period,
    links: setting.refillPackLinks,
    status: 'OPEN',
    amount: null,
    attempts: 0,
    nextAttemptAt: now,
    failure: null,
    createdAt: now,
  })
}
