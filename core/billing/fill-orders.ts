import type { Instant } from '../kernel/caller.ts'
import { describeError } from '../kernel/errors.ts'
import type { Ports } from '../ports.ts'
import type { RefillOrder } from './usage.ts'

const MINUTE_MS = 60_000
/** Longer than the maximum duration of one purchase, so that no other replica claims the order meanwhile. */
const LEASE_MS = 5 * MINUTE_MS
/** Retries come after 2, 4, 8 … minutes: ten attempts within 18 hours, since providers honour an idempotency key for a day. */
const MAX_ATTEMPTS = 10
const backoffMs = (attempts: number) => MINUTE_MS * 2 ** attempts
const BATCH_SIZE = 10

type FillPorts = Pick<Ports, 'store' | 'payments' | 'clock'>

/** Pays for at most 10 due refill orders and returns their number. Periodic work, safe to run on any number of replicas. */
export async function fillOrders(ports: FillPorts): Promise<number> {
  const now = ports.clock.now()
  const orders = await ports.store.refillOrders.claimDue(now, now + LEASE_MS, BATCH_SIZE)
  await Promise.all(orders.map((order) => fill(ports, order)))
  return orders.length
}

async function fill({ store, payments, clock }: FillPorts, order: RefillOrder): Promise<void> {
  const { refillOrders, usageMeters, subscriptions } = store
  const refuse = (failure: string) => refillOrders.fail(order.id, failure, null)
  const retryLater = (failure: string) =>
    order.attempts < MAX_ATTEMPTS
      ? refillOrders.fail(order.id, failure, clock.now() + backoffMs(order.attempts))
      : refuse(failure)

  if (clock.now() >= order.period.end) return refuse('The month ended before the refill was paid')
  const [setting, customer, spent] = await Promise.all([
    usageMeters.autoRefill(order.owner),
    subscriptions.customerOf(order.owner),
    refillOrders.spent(order.owner, order.period.start),
  ])
  if (setting === undefined || !setting.enabled) return refuse('Auto-refill is off')
  if (customer === undefined) return refuse('There is no payment method on file')
  const price = await payments.packPrice()
  if (price.isErr()) return retryLater(describeError(price.error))
  const maxAmount = setting.maxMonthlySpend * 100 - spent
  if (price.value > maxAmount) return refuse('The monthly spending limit is reached')
  const paid = await payments.buyPack({ customer, order: order.id, attempt: order.attempts, maxAmount })
  return paid.isOk() ? refillOrders.pay(order.id, paid.value) : retryLater(describeError(paid.error))
}

/** Also the time between a failure and the next attempt. */
const ORPHAN_LEASE_MS = 10 * MINUTE_MS

/**
 * Deletes customers of deleted accounts at the payment provider, and retries each until it succeeds. Periodic work, safe to run on any
 * number of replicas.
 */
export async function forgetOrphans({ store, payments, clock }: FillPorts): Promise<void> {
  const now: Instant = clock.now()
  for (const customer of await store.subscriptions.claimOrphans(now, now + ORPHAN_LEASE_MS, BATCH_SIZE)) {
    const forgotten = await payments.forgetCustomer(customer)
    if (forgotten.isOk()) await store.subscriptions.dropOrphan(customer)
  }
}
