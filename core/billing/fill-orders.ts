import type { Instant } from '../kernel/caller.ts'
import { describeError } from '../kernel/errors.ts'
import type { Ports } from '../ports.ts'
import type { RefillOrder } from './usage.ts'

const MINUTE = 60_000
/** Longer than all calls of one purchase may take together, so that an order under way is nobody else's. */
const LEASE = 5 * MINUTE
/** A failed purchase is tried again after 2, 4, 8 … minutes: ten times within 18 hours, since providers know a charge again for a day. */
const ATTEMPTS = 10
const backOff = (attempts: number) => MINUTE * 2 ** attempts
const AT_A_TIME = 10

type FillPorts = Pick<Ports, 'store' | 'payments' | 'clock'>

/** Buys the packs that are on order and due; for a timer to call, on any number of replicas. Tells how many were looked at. */
export async function fillOrders(ports: FillPorts): Promise<number> {
  const now = ports.clock.now()
  const orders = await ports.store.refillOrders.claimDue(now, now + LEASE, AT_A_TIME)
  await Promise.all(orders.map((order) => fill(ports, order)))
  return orders.length
}

async function fill({ store, payments, clock }: FillPorts, order: RefillOrder): Promise<void> {
  const { refillOrders, usageMeters, subscriptions } = store
  const refuse = (failure: string) => refillOrders.fail(order.id, failure, null)
  const tryLater = (failure: string) =>
    order.attempts < ATTEMPTS
      ? refillOrders.fail(order.id, failure, clock.now() + backOff(order.attempts))
      : refuse(failure)

  if (clock.now() >= order.period.end) return refuse('The month ended before the refill was paid for')
  const [setting, customer, spent] = await Promise.all([
    usageMeters.autoRefill(order.owner),
    subscriptions.customerOf(order.owner),
    refillOrders.spent(order.owner, order.period.start),
  ])
  if (setting === undefined || !setting.enabled) return refuse('Auto-refill is off')
  if (customer === undefined) return refuse('No payment method is known')
  const price = await payments.packPrice()
  if (price.isErr()) return tryLater(describeError(price.error))
  const most = setting.maxMonthlySpend * 100 - spent
  if (price.value > most) return refuse('The monthly spending limit is reached')
  const paid = await payments.buyPack({ customer, order: order.id, attempt: order.attempts, most })
  return paid.isOk() ? refillOrders.pay(order.id, paid.value) : tryLater(describeError(paid.error))
}

/** Until then nobody else tries; after a failure it is when the next try is. */
const ORPHAN_LEASE = 10 * MINUTE

/** Tells the provider of customers whose account is gone; for a timer to call. Each is told until it worked. */
export async function forgetOrphans({ store, payments, clock }: FillPorts): Promise<void> {
  const now: Instant = clock.now()
  for (const customer of await store.subscriptions.claimOrphans(now, now + ORPHAN_LEASE, AT_A_TIME)) {
    const forgotten = await payments.forgetCustomer(customer)
    if (forgotten.isOk()) await store.subscriptions.dropOrphan(customer)
  }
}
