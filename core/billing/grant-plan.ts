import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { accountId } from '../identity/accounts/other-account.ts'
import { found } from '../kernel/found.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { PLANS, type Plan } from './plan.ts'
import type { Subscription } from './subscription.ts'

/**
 * Grants a plan to the account without the payment provider; FREE revokes the grant. A paid subscription continues, and the better plan
 * counts. For operators only, so no surface offers it.
 */
export const grantPlan = defineUseCase({
  name: 'grantPlan',
  access: 'admin',
  scope: null,
  input: z.object({ id: accountId, plan: z.enum(PLANS) }),
  run: (ports, _caller, { id, plan }) =>
    found(ports.store.users.lock(id), 'User').andThen(() => ResultAsync.fromSafePromise(grant(ports, id, plan))),
  audit: (_granted, { id }) => [{ kind: 'ACCOUNT', owner: id, changed: ['plan'] }],
})

async function grant({ store, clock }: Pick<Ports, 'store' | 'clock'>, owner: UserId, plan: Plan) {
  const id = `granted-${owner}`
  const before = (await store.subscriptions.list(owner)).find((subscription) => subscription.id === id)
  const now = clock.now()
  const granted: Subscription = {
    id,
    customer: null,
    owner,
    plan,
    status: plan === 'FREE' ? 'CANCELED' : 'ACTIVE',
    currentPeriodStart: now,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    // A change of plan does not start a new month of use.
    anchorDay: before?.status === 'ACTIVE' ? before.anchorDay : new Date(now).getUTCDate(),
    // Later than the previous grant, even if the clock went back.
    asOf: { at: Math.max(now, (before?.asOf.at ?? 0) + 1), rank: 0, eventId: '' },
  }
  await store.subscriptions.apply(granted)
  return granted
}
