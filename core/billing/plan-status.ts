import { err, errAsync, ok, okAsync, ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Ports, Store } from '../ports.ts'
import { monthAround } from './period.ts'
import { type PlanStatus, planStatusOf } from './subscription.ts'
import { NO_AUTO_REFILL, type Usage, wantsRefill } from './usage.ts'

type PlanStatusPorts = Pick<Ports, 'store' | 'clock' | 'policy'>
type BillingPorts = PlanStatusPorts & Pick<Ports, 'ids'>

/** What the account may do now. */
export const findPlanStatus = (
  { store, clock, policy }: PlanStatusPorts,
  owner: UserId,
): ResultAsync<PlanStatus, never> =>
  ResultAsync.fromSafePromise(store.subscriptions.list(owner)).map((subscriptions) =>
    planStatusOf(subscriptions, policy.defaultPlan, clock.now()),
  )

/**
 * Counts a created link against its owner's quota, inside the transaction that creates it. When use comes to the owner's threshold a
 * pack is put on order, which somebody else pays for later: no request waits for the provider.
 */
export const spendQuota = (ports: BillingPorts, owner: UserId | null): ResultAsync<void, ErrorOf<'plan-limit'>> =>
  owner === null ? okAsync() : new ResultAsync(spend(ports, owner))

async function spend(ports: BillingPorts, owner: UserId) {
  const month = await meteredMonth(ports, owner)
  if (month === undefined) return ok()
  const usage = await ports.store.usageMeters.spend(owner, month.period, 1, month.allowance)
  if (usage === 'used up') return err(USED_UP)
  await orderRefill(ports, usage, month.allowance)
  return ok()
}

const USED_UP = { type: 'plan-limit', message: 'The monthly link quota of your plan is used up' } as const

/** The month in which the account's links count now, and how many its plan allows in it; undefined if nothing is metered. */
export async function meteredMonth(ports: PlanStatusPorts, owner: UserId) {
  const { metered, subscription, entitlements } = (await findPlanStatus(ports, owner))._unsafeUnwrap()
  if (!metered || subscription === null) return undefined
  const period = monthAround(subscription.anchorDay, ports.clock.now())
  return { period, allowance: entitlements.monthlyLinkQuota }
}

/** Puts a pack on order if so much use asks for one. The meter must be held, so that what is being paid for is seen. */
export async function orderRefill({ store, clock, ids }: BillingPorts, usage: Usage, allowance: number): Promise<void> {
  const setting = (await store.usageMeters.autoRefill(usage.owner)) ?? NO_AUTO_REFILL
  if (!wantsRefill(usage, allowance, setting)) return
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

const COUNTED = {
  customDomains: ['custom domain', 'custom domains'],
  maxWebhooks: ['webhook', 'webhooks'],
  maxBioPages: ['bio page', 'bio pages'],
} as const

/**
 * Adds what a plan allows so many of. One owner's additions happen one after another, so that no race passes the limit.
 * @param add inserts it
 * @param count how many there are then, in the same transaction
 */
export function addWithinPlan<T, E>(
  ports: PlanStatusPorts,
  owner: UserId,
  limited: keyof typeof COUNTED,
  add: (store: Store) => ResultAsync<T, E>,
  count: (store: Store) => Promise<number>,
): ResultAsync<T, E | ErrorOf<'plan-limit' | 'not-logged-in'>> {
  return ports.store.atomic((store) =>
    ResultAsync.fromSafePromise(store.users.lock(owner))
      .andThen((account) => (account ? ok(account) : err({ type: 'not-logged-in' as const })))
      .andThen(() => add(store))
      .andThen((added) =>
        findPlanStatus({ ...ports, store }, owner).andThen(({ entitlements }) => {
          const most = entitlements[limited]
          return ResultAsync.fromSafePromise(count(store)).andThen((there) => {
            if (there <= most) return ok(added)
            const message = `Your plan allows ${most} ${COUNTED[limited][most === 1 ? 0 : 1]}`
            return err({ type: 'plan-limit' as const, message })
          })
        }),
      ),
  )
}

const INCLUDED = { canBulk: 'bulk operations', mcpAccess: 'MCP' } as const

/** Refuses what the account's plan does not include. */
export const requireIncluded = (
  ports: PlanStatusPorts,
  owner: UserId,
  what: keyof typeof INCLUDED,
): ResultAsync<void, ErrorOf<'plan-limit'>> =>
  findPlanStatus(ports, owner).andThen(({ entitlements }) =>
    entitlements[what]
      ? okAsync()
      : errAsync({ type: 'plan-limit' as const, message: `Your plan does not include ${INCLUDED[what]}` }),
  )
