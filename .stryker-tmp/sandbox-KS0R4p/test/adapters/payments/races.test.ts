import { stripePayments } from '@shortlink/adapters/payments'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { systemClock, uuidIds } from '@shortlink/adapters/system'
import { createApp, createLink, fillOrders, getUsage, type User, updateAutoRefill } from '@shortlink/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { monthAround } from '../../../core/billing/period.ts'
import { aSubscription } from '../../../core/contracts/samples.ts'
import { emptyPostgresDatabase } from '../../support/databases.ts'
import { PRICES, usePaymentProvider } from '../../support/payment-provider.ts'
import { newUser, testPorts } from '../../support/ports.ts'

const RACING = 500
const AT_ONCE = 50
const ALLOWANCE = 1000

/** Two replicas over one database, and a customer on the Starter plan who has used so many links. */
async function start(used: number, setting: object) {
  const provider = await usePaymentProvider()
  const url = await emptyPostgresDatabase()
  const replica = async () => {
    const store = await openPostgresStore({ url })
    onTestFinished(() => store.close())
    const payments = stripePayments({
      secretKey: 'sk_test',
      apiBase: provider.url,
      prices: { plans: {}, refill: PRICES.REFILL },
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

/** Creates links on both replicas at once while both look for what is to be bought; tells how many were created. */
async function race({ replicas, caller }: { replicas: Awaited<ReturnType<typeof start>>['replicas']; caller: User }) {
  let racing = true
  const buying = replicas.map(async ({ ports }) => {
    while (racing) {
      await fillOrders(ports)
      await new Promise(setImmediate)
    }
    await fillOrders(ports)
  })
  let created = 0
  // Not all at once: all wait for one row, and on a busy machine the last would wait too long for a connection.
  for (let asked = 0; asked < RACING; asked += AT_ONCE) {
    const wave = Array.from({ length: AT_ONCE }, (_, index) =>
      replicas[index % 2]?.app.run(createLink, caller, { target: 'https://example.com/' }),
    )
    created += (await Promise.all(wave)).filter((result) => result?.isOk()).length
  }
  racing = false
  await Promise.all(buying)
  return created
}

describe('links that race on two replicas', () => {
  it('never pass allowance and refill, nor buy past the limit', { timeout: 60_000 }, async () => {
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

  it('are given each pack that was paid for once', { timeout: 60_000 }, async () => {
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
