import { err, ok, type Result, ResultAsync, safeTry } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Ports, Store } from '../ports.ts'
import { type MeteredMonth, meteredMonthOf } from './link-quota.ts'
import { planLimit } from './plan-limit.ts'
import { type PlanStatus, planStatusOf } from './subscription.ts'

type PlanStatusPorts = Pick<Ports, 'store' | 'clock' | 'policy'>
type LimitPorts = PlanStatusPorts & Pick<Ports, 'payments'>

/** The account's plan and entitlements as of now. */
export const findPlanStatus = (
  { store, clock, policy }: PlanStatusPorts,
  owner: UserId,
): ResultAsync<PlanStatus, never> =>
  ResultAsync.fromSafePromise(store.subscriptions.list(owner)).map((subscriptions) =>
    planStatusOf(subscriptions, policy.defaultPlan, clock.now()),
  )

/** The account's current month of use; undefined if the account is not metered. */
export async function meteredMonth(ports: PlanStatusPorts, owner: UserId): Promise<MeteredMonth | undefined> {
  const status = (await findPlanStatus(ports, owner))._unsafeUnwrap()
  return meteredMonthOf(owner, status, ports.clock.now())
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
  findPlanStatus(ports, owner).andThen((status) => checkIncluded(status, feature))

/** `plan-limit` unless the plan includes the feature. */
export const checkIncluded = (
  { entitlements }: PlanStatus,
  feature: keyof typeof FEATURE_NAMES,
): Result<void, ErrorOf<'plan-limit'>> =>
  entitlements[feature]
    ? ok()
    : err({ type: 'plan-limit', message: `Your plan does not include ${FEATURE_NAMES[feature]}` })
