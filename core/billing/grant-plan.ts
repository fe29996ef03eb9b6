import type { ErrorOf } from '../kernel/errors.ts'
import { found } from '../kernel/found.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Ports, Store } from '../ports.ts'
import type { Plan } from './plan.ts'
import type { Subscription } from './subscription.ts'

type GrantPorts = Pick<Ports, 'store' | 'clock'>

/**
 * Grants a plan to the account without the payment provider; FREE revokes the grant. A paid subscription continues, and the better plan
 * counts. For operators only, so no surface offers it.
 */
export const grantPlan = ({ store, clock }: GrantPorts, email: string, plan: Plan) =>
  store.atomic<Subscription, ErrorOf<'not-found'>>((store) =>
    found(store.users.findByEmail(email), 'User').map(({ id }) => grant({ store, clock }, id, plan)),
  )

async function grant({ store, clock }: GrantPorts, owner: UserId, plan: Plan): Promise<Subscription> {
  const id = `granted-${owner}`
  const before = await findGranted(store, id, owner)
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

async function findGranted({ users, subscriptions }: Store, id: string, owner: UserId) {
  await users.lock(owner)
  return (await subscriptions.list(owner)).find((subscription) => subscription.id === id)
}
