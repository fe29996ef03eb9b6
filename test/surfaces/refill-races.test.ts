import { stripePayments } from '@shortlink/adapters/payments'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { systemClock, uuidIds } from '@shortlink/adapters/system'
import { createApp, createLink, getUsage, type User, updateAutoRefill } from '@shortlink/core'
import { fillOrders } from '@shortlink/core/host'
import { Err } from 'neverthrow'
import { describe, expect, it, onTestFinished } from 'vitest'
import { monthAround } from '../../core/billing/period.ts'
import { aSubscription } from '../../core/contracts/samples.ts'
import { newPostgresDatabase } from '../support/databases.ts'
import { PRICES, usePaymentProvider } from '../support/payment-provider.ts'
import { newUser, testPorts } from '../support/ports.ts'

const RACING = 500
const ALLOWANCE = 1000
/** Longer than a fill claims an order. */
const CLAIM_MS = 6 * 60_000

/** Two replicas over one database, and a customer on the Starter plan who has created `used` links this month. */
async function start(used: number, setting: object) {
  const provider = await usePaymentProvider()
  const url = await newPostgresDatabase()
  const replica = async () => {
    const store = await openPostgresStore({ url })
    onTestFinished(() => store.close())
    const payments = stripePayments({
      secretKey: 'sk_test',
      apiBase: provider.url,
      prices: { plans: [], refill: PRICES.REFILL },
      onProblem: () => {},
    })
    const ports = testPorts({ store, payments, ids: uuidIds(systemClock) })
    return { ports, app: createApp(ports) }
  }
  const replicas = await Promise.all([replica(), replica()])
  const [{ ports, app }] = replicas
  const caller = await newUser(ports)
  const subscription = aSubscription({ plan: 'STARTER' })
  await ports.store.subscriptions.apply(subscription)
  await ports.store.subscriptions.linkCustomer('cus_1', caller.userId, subscription.asOf)
  await ports.store.subscriptions.apply({ ...subscription, id: 'sub_1', customer: 'cus_1' })
  await ports.store.usageMeters.spend(caller.userId, monthAround(1, ports.clock.now()), used, used)
  ;(await app.run(updateAutoRefill, caller, { enabled: true, ...setting }))._unsafeUnwrap()
  const usage = async () => (await app.run(getUsage, caller, {}))._unsafeUnwrap()
  return { provider, replicas, caller, usage }
}

/** Runs `work` again while it gets no connection in time, as at the end of a long queue on a busy machine: it did nothing then. */
async function retryConnecting<T>(work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    return isUnavailable(result) ? retryConnecting(work) : result
  } catch (error) {
    if (String(error).includes('No connection to the database within')) return retryConnecting(work)
    throw error
  }
}

const isUnavailable = (result: unknown) =>
  result instanceof Err && ['unavailable', 'overloaded'].includes(result.error.type)

/** Creates `RACING` links on both replicas at once while both fill refill orders; returns the number of created links. */
async function race({ replicas, caller }: { replicas: Awaited<ReturnType<typeof start>>['replicas']; caller: User }) {
  let racing = true
  const buying = replicas.map(async ({ ports }) => {
    while (racing) {
      await retryConnecting(() => fillOrders(ports))
      await new Promise(setImmediate)
    }
    // A fill that lost its connection after it claimed an order leaves it claimed for five minutes.
    ports.clock.advance(CLAIM_MS)
    await retryConnecting(() => fillOrders(ports))
  })
  const created = await Promise.all(
    Array.from({ length: RACING }, (_, index) =>
      retryConnecting(async () => replicas[index % 2]?.app.run(createLink, caller, { target: 'https://example.com/' })),
    ),
  )
  racing = false
  await Promise.all(buying)
  return created.filter((result) => result?.isOk()).length
}

describe('links created on two replicas at once', () => {
  it('never exceed allowance plus refills, nor buy above the spending limit', async () => {
    const used = 700
    const world = await start(used, { thresholdPercent: 80, refillPackLinks: 100, maxMonthlySpend: 5 })
    const created = await race(world)
    const usage = await world.usage()
    expect(world.provider.charges).toHaveLength(1)
    expect(usage).toMatchObject({
      allowance: ALLOWANCE,
      refillLinks: 100,
      refillCount: 1,
      linksCreated: used + created,
    })
    expect(usage.linksCreated).toBeLessThanOrEqual(ALLOWANCE + 100)
    expect(usage.linksCreated).toBeGreaterThanOrEqual(ALLOWANCE)
  })

  it('count each paid refill pack once', async () => {
    const used = 990
    const world = await start(used, { thresholdPercent: 100, refillPackLinks: 20, maxMonthlySpend: 1000 })
    const created = await race(world)
    const usage = await world.usage()
    const orders = world.provider.charges.map(({ order }) => order)
    expect(new Set(orders).size).toBe(orders.length)
    expect(usage).toMatchObject({
      refillCount: orders.length,
      refillLinks: 20 * orders.length,
      linksCreated: used + created,
    })
    expect(usage.linksCreated).toBeLessThanOrEqual(ALLOWANCE + usage.refillLinks)
    // One was on order at a time: each but the last was used up to the threshold before the next.
    expect(usage.linksCreated).toBeGreaterThanOrEqual(ALLOWANCE + usage.refillLinks - 20)
  })
})
