import { err, ok, ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { Ports, Store } from '../ports.ts'
import type { Plan } from './plan.ts'
import type { Subscription } from './subscription.ts'

type GrantPorts = Pick<Ports, 'store' | 'clock'>

/**
 * Gives an account a plan without a provider; FREE takes it back. For operators, so no surface offers it. What the account pays for at
 * the provider goes on beside it, and the better plan counts.
 */
export const grantPlan = ({ store, clock }: GrantPorts, email: string, plan: Plan) =>
  store.atomic<Subscription, ErrorOf<'not-found'>>((store) => new ResultAsync(grant({ store, clock }, email, plan)))

async function grant({ store, clock }: GrantPorts, email: string, plan: Plan) {
  const account = await store.users.findByEmail(email)
  if (account === undefined) return err({ type: 'not-found' as const, what: 'User' as const })
  const id = `granted-${account.id}`
  const before = await findGranted(store, id, account.id)
  const now = clock.now()
  const granted: Subscription = {
    id,
    customer: null,
    owner: account.id,
    plan,
    status: plan === 'FREE' ? 'CANCELED' : 'ACTIVE',
    currentPeriodStart: now,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    // Another plan is no new month.
    anchorDay: before?.status === 'ACTIVE' ? before.anchorDay : new Date(now).getUTCDate(),
    // Later than the one before, whatever the clock says.
    asOf: { at: Math.max(now, (before?.asOf.at ?? 0) + 1), rank: 0, eventId: '' },
  }
  await store.subscriptions.apply(granted)
  return ok(granted)
}

async function findGranted({ users, subscriptions }: Store, id: string, owner: Parameters<Store['users']['lock']>[0]) {
  await users.lock(owner)
  return (await subscriptions.list(owner)).find((subscription) => subscription.id === id)
}
