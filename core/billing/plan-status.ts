import { err, errAsync, ok, okAsync, ResultAsync, safeTry } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Ports, Store } from '../ports.ts'
import { monthAround } from './period.ts'
import { planLimit } from './plan-limit.ts'
import { type PlanStatus, planStatusOf } from './subscription.ts'
import { NO_AUTO_REFILL, needsRefill, type Usage } from './usage.ts'

type PlanStatusPorts = Pick<Ports, 'store' | 'clock' | 'policy'>
type LimitPorts = PlanStatusPorts & Pick<Ports, 'payments'>
type BillingPorts = PlanStatusPorts & Pick<Ports, 'ids'>

/** The account's plan and entitlements as of now. */
export const findPlanStatus = (
  { store, clock, policy }: PlanStatusPorts,
  owner: UserId,
): ResultAsync<PlanStatus, never> =>
  ResultAsync.fromSafePromise(store.subscriptions.list(owner)).map((subscriptions) =>
    planStatusOf(subscriptions, policy.defaultPlan, clock.now()),
  )

/**
 * Counts a created link against its owner's quota; `plan-limit` when it is used up. Call it inside the transaction that creates the link.
 * When usage reaches the owner's refill threshold it orders a pack; periodic work pays for it, so no request waits for the provider.
 */
export const spendQuota = (
  ports: BillingPorts & LimitPorts,
  owner: UserId | null,
): ResultAsync<void, ErrorOf<'plan-limit'>> => (owner === null ? okAsync() : new ResultAsync(spend(ports, owner)))

async function spend(ports: BillingPorts & LimitPorts, owner: UserId) {
  const month = await meteredMonth(ports, owner)
  if (month === undefined) return ok()
  const usage = await ports.store.usageMeters.spend(owner, month.period, 1, month.allowance)
  if (usage === 'used up') return err(planLimit(ports, month.plan, 'The monthly link quota of your plan is used up'))
  await orderRefill(ports, usage, month.allowance)
  return ok()
}

/** The account's current month of use, its plan and that plan's link allowance; undefined if the account is not metered. */
export async function meteredMonth(ports: PlanStatusPorts, owner: UserId) {
  const { metered, subscription, effectivePlan, entitlements } = (await findPlanStatus(ports, owner))._unsafeUnwrap()
  if (!metered || subscription === null) return undefined
  const period = monthAround(subscription.anchorDay, ports.clock.now())
  return { period, plan: effectivePlan, allowance: entitlements.monthlyLinkQuota }
}

/** Orders a refill pack if usage has reached the owner's threshold. The caller must hold the lock of the meter, so one order is made. */
export async function orderRefill({ store, clock, ids }: BillingPorts, usage: Usage, allowance: number): Promise<void> {
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

const COUNTED_NAMES = {
  customDomains: ['custom domain', 'custom domains'],
  maxWebhooks: ['webhook', 'webhooks'],
  maxBioPages: ['bio page', 'bio pages'],
} as const

/**
 * Inserts a record that counts against a plan limit; `plan-limit` beyond it. Serialised per owner by a row lock, so concurrent requests
 * cannot exceed the limit.
 * @param add inserts the record
 * @param count the owner's records after that, in the same transaction
 */
export function addWithinPlan<T, E>(
  ports: LimitPorts,
  owner: UserId,
  limit: keyof typeof COUNTED_NAMES,
  add: (store: Store) => ResultAsync<T, E>,
  count: (store: Store) => Promise<number>,
): ResultAsync<T, E | ErrorOf<'plan-limit' | 'not-logged-in'>> {
  return ports.store.atomic((store) =>
    safeTry(async function* () {
      if ((await store.users.lock(owner)) === undefined) return err({ type: 'not-logged-in' as const })
      const added = yield* add(store)
      const { effectivePlan, entitlements } = yield* findPlanStatus({ ...ports, store }, owner)
      const allowed = entitlements[limit]
      if ((await count(store)) <= allowed) return ok(added)
      const message = `Your plan allows ${allowed} ${COUNTED_NAMES[limit][allowed === 1 ? 0 : 1]}`
      return err(planLimit(ports, effectivePlan, message))
    }),
  )
}

const FEATURE_NAMES = { canBulk: 'bulk operations', mcpAccess: 'MCP' } as const

/** `plan-limit` unless the account's plan includes the feature. */
export const requireIncluded = (
  ports: PlanStatusPorts,
  owner: UserId,
  feature: keyof typeof FEATURE_NAMES,
): ResultAsync<void, ErrorOf<'plan-limit'>> =>
  findPlanStatus(ports, owner).andThen(({ entitlements }) =>
    entitlements[feature]
      ? okAsync()
      : errAsync({ type: 'plan-limit' as const, message: `Your plan does not include ${FEATURE_NAMES[feature]}` }),
  )
