import { createApp, createLink, getAutoRefill, getUsage, updateAutoRefill } from '@shortlink/core'
import { fillOrders } from '@shortlink/core/host'
import type { Payments } from '@shortlink/core/ports'
import { errAsync, okAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { monthAround } from '../../../core/billing/period.ts'
import { aSubscription } from '../../../core/contracts/samples.ts'
import { grantPlan } from '../../support/grant-plan.ts'
import { newUser, testPorts } from '../../support/ports.ts'

const MINUTE = 60_000
const ON = { enabled: true, thresholdPercent: 90, refillPackLinks: 100, maxMonthlySpend: 10 }
const target = 'https://example.com/'

/** A provider that sells packs for 4.99, unless a test sets its answer. */
function seller() {
  const sold: string[] = []
  const state: { answer: ReturnType<Payments['buyPack']> | undefined } = { answer: undefined }
  const payments = {
    configured: true,
    planPrices: [],
    packPrice: () => okAsync(499),
    buyPack({ order }) {
      if (state.answer) return state.answer
      sold.push(order)
      return okAsync(499)
    },
  } as Partial<Payments> as Payments
  return { sold, state, payments }
}

/** A customer on the Starter plan who has used `used` of 1000 links. */
async function start(used: number) {
  const shop = seller()
  const ports = testPorts({ payments: shop.payments })
  const [app, caller] = [createApp(ports), await newUser(ports)]
  const { subscriptions, usageMeters } = ports.store
  const subscription = aSubscription({ plan: 'STARTER' })
  await subscriptions.apply(subscription)
  await subscriptions.linkCustomer(subscription.customer ?? '', caller.userId, subscription.asOf)
  await usageMeters.spend(caller.userId, monthAround(1, ports.clock.now()), used, used)
  const run = { fill: () => fillOrders(ports), create: () => app.run(createLink, caller, { target }) }
  const set = async (change: object) => (await app.run(updateAutoRefill, caller, change))._unsafeUnwrap()
  const setting = async () => (await app.run(getAutoRefill, caller, {}))._unsafeUnwrap()
  const usage = async () => (await app.run(getUsage, caller, {}))._unsafeUnwrap()
  return { ...shop, ...run, ports, app, caller, set, setting, usage }
}

describe('auto-refill', () => {
  it('is off by default and keeps the settings that a change omits', async () => {
    const { set, setting } = await start(0)
    expect(await setting()).toEqual({
      enabled: false,
      thresholdPercent: 90,
      refillPackLinks: 1000,
      maxMonthlySpend: 0,
      failure: null,
    })
    await set({ maxMonthlySpend: 20 })
    expect(await set({ enabled: true })).toMatchObject({ enabled: true, maxMonthlySpend: 20, thresholdPercent: 90 })
  })

  it.each([
    { thresholdPercent: 0 },
    { thresholdPercent: 101 },
    { thresholdPercent: 50.5 },
    { refillPackLinks: 0 },
    { refillPackLinks: 10_001 },
    { maxMonthlySpend: -1 },
    { maxMonthlySpend: 1_000_001 },
    { enabled: 'yes' },
  ])('refuses %j', async (change) => {
    const { app, caller } = await start(0)
    const refused = (await app.run(updateAutoRefill, caller, change))._unsafeUnwrapErr()
    const [name = ''] = Object.keys(change)
    expect(refused).toEqual({
      type: 'invalid-input',
      path: name,
      message: expect.stringMatching(
        new RegExp(`^${name} must be (a whole number|at least \\d+|at most \\d+|true or false)$`),
      ),
    })
  })

  it('buys a pack when usage reaches the threshold, and not before', async () => {
    const { set, create, fill, sold, usage } = await start(898)
    await set(ON)
    await create()
    expect(await fill()).toBe(0)
    await create()
    expect(await fill()).toBe(1)
    expect(sold).toHaveLength(1)
    expect(await usage()).toMatchObject({ linksCreated: 900, allowance: 1000, refillLinks: 100, refillCount: 1 })
    await create()
    expect(await fill()).toBe(0)
  })

  it('buys a pack when it is turned on after the quota is used up', async () => {
    const { set, create, fill } = await start(1000)
    expect((await create()).isErr()).toBe(true)
    await set(ON)
    expect(await fill()).toBe(1)
    expect((await create()).isOk()).toBe(true)
  })

  it('never spends more than the limit in a month, and reports that the limit is reached', async () => {
    const { set, create, fill, sold, setting, ports, caller } = await start(990)
    await set({ ...ON, refillPackLinks: 1 })
    for (let round = 0; round < 5; round++) {
      await create()
      await fill()
    }
    expect(sold).toHaveLength(2)
    expect((await setting()).failure).toBe('The monthly spending limit is reached')
    expect(await ports.store.refillOrders.spent(caller.userId, Date.UTC(2026, 0, 1))).toBe(998)
  })

  it('continues when the limit is raised', async () => {
    const { set, create, fill, sold } = await start(990)
    await set({ ...ON, maxMonthlySpend: 4 })
    await create()
    await fill()
    expect(sold).toEqual([])
    expect(await set({ maxMonthlySpend: 5 })).toMatchObject({ failure: null })
    await fill()
    expect(sold).toHaveLength(1)
  })

  it('retries a failed purchase after growing delays and reports the failure', async () => {
    const { set, create, fill, sold, state, setting, ports } = await start(990)
    await set(ON)
    await create()
    state.answer = errAsync({ type: 'payment-declined', message: 'The payment was declined' })
    expect(await fill()).toBe(1)
    expect((await setting()).failure).toBe('The payment was declined')
    ports.clock.advance(2 * MINUTE - 1)
    expect(await fill()).toBe(0)
    ports.clock.advance(1)
    expect(await fill()).toBe(1)
    state.answer = undefined
    ports.clock.advance(4 * MINUTE)
    expect(await fill()).toBe(1)
    expect(sold).toHaveLength(1)
    expect((await setting()).failure).toBeNull()
  })

  it('retries a declined purchase at once when the setting is changed', async () => {
    const { set, create, fill, sold, state } = await start(1000)
    await set(ON)
    state.answer = errAsync({ type: 'payment-declined', message: 'The payment was declined' })
    await fill()
    state.answer = undefined
    expect(await fill()).toBe(0)
    expect(await set({ enabled: true })).toMatchObject({ failure: null })
    expect(await fill()).toBe(1)
    expect(sold).toHaveLength(1)
    expect((await create()).isOk()).toBe(true)
  })

  it('stops retrying within a day', async () => {
    const { set, create, fill, state, ports } = await start(990)
    await set(ON)
    await create()
    state.answer = errAsync({ type: 'upstream-failed', what: 'The payment provider' })
    let tries = 0
    for (let minutes = 0; minutes < 3 * 24 * 60; minutes++) {
      tries += await fill()
      ports.clock.advance(MINUTE)
    }
    expect(tries).toBe(10)
  })

  it('buys nothing for an account without a payment method, and reports that', async () => {
    const ports = testPorts({ payments: seller().payments })
    const [app, caller] = [createApp(ports), await newUser(ports)]
    const email = `${caller.userId}@example.com`
    await grantPlan(ports, email, 'STARTER')
    await ports.store.usageMeters.spend(caller.userId, monthAround(1, ports.clock.now()), 1000, 1000)
    await app.run(updateAutoRefill, caller, ON)
    expect(await fillOrders(ports)).toBe(1)
    const { failure } = (await app.run(getAutoRefill, caller, {}))._unsafeUnwrap()
    expect(failure).toBe('There is no payment method on file')
  })

  it('retries when the provider does not return the price', async () => {
    const { set, create, fill, sold, payments, setting, ports } = await start(990)
    await set(ON)
    await create()
    const { packPrice } = payments
    Object.assign(payments, { packPrice: () => errAsync({ type: 'upstream-failed', what: 'The payment provider' }) })
    await fill()
    expect((await setting()).failure).toBe('The payment provider did not answer')
    Object.assign(payments, { packPrice })
    ports.clock.advance(2 * MINUTE)
    await fill()
    expect(sold).toHaveLength(1)
  })

  it('spends the limit to the last cent and passes the remaining amount to the provider', async () => {
    const { set, create, fill, sold, payments } = await start(990)
    const asked: number[] = []
    const { buyPack } = payments
    Object.assign(payments, {
      packPrice: () => okAsync(500),
      buyPack(purchase: Parameters<Payments['buyPack']>[0]) {
        asked.push(purchase.maxAmount)
        return buyPack(purchase)
      },
    })
    await set({ ...ON, maxMonthlySpend: 5 })
    await create()
    await fill()
    expect(sold).toHaveLength(1)
    expect(asked).toEqual([500])
  })

  it('reports no failure of a month that is over', async () => {
    const { set, create, fill, setting, ports } = await start(990)
    await set({ ...ON, maxMonthlySpend: 1 })
    await create()
    await fill()
    const { end } = monthAround(1, ports.clock.now())
    ports.clock.advance(end - 1 - ports.clock.now())
    expect((await setting()).failure).toBe('The monthly spending limit is reached')
    ports.clock.advance(1)
    expect((await setting()).failure).toBeNull()
  })

  it('refuses an order at the end of its month or when turned off, and records why', async () => {
    const late = await start(990)
    await late.set(ON)
    await late.create()
    const { start: begin, end } = monthAround(1, late.ports.clock.now())
    late.ports.clock.advance(end - late.ports.clock.now())
    await late.fill()
    expect(late.sold).toEqual([])
    const latest = await late.ports.store.refillOrders.latest(late.caller.userId)
    expect(latest).toMatchObject({
      status: 'REFUSED',
      failure: 'The month ended before the refill was paid',
      period: { start: begin },
    })
    const off = await start(990)
    await off.set(ON)
    await off.create()
    await off.ports.store.usageMeters.saveAutoRefill(off.caller.userId, { ...ON, enabled: false })
    await off.fill()
    expect((await off.setting()).failure).toBe('Auto-refill is off')
  })

  it('buys nothing when it was turned off or the month of the order is over', async () => {
    const off = await start(990)
    await off.set(ON)
    await off.create()
    await off.set({ enabled: false })
    await off.fill()
    const late = await start(990)
    await late.set(ON)
    await late.create()
    late.ports.clock.advance(31 * 24 * 60 * MINUTE)
    await late.fill()
    expect([...off.sold, ...late.sold]).toEqual([])
    expect((await late.setting()).failure).toBeNull()
  })

  it('orders one pack when many links are created concurrently', async () => {
    const { set, create, fill, sold, usage } = await start(890)
    await set(ON)
    const created = await Promise.all(Array.from({ length: 200 }, create))
    expect(created.filter((result) => result.isOk())).toHaveLength(110)
    await Promise.all([fill(), fill(), fill()])
    expect(sold).toHaveLength(1)
    expect(await usage()).toMatchObject({ linksCreated: 1000, refillLinks: 100 })
  })
})
