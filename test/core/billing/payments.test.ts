import {
  anonymous,
  createApp,
  deleteAccount,
  getSubscription,
  listPlans,
  openCheckout,
  openPortal,
  type PaymentEvent,
  type Subscription,
  type User,
  updateAutoRefill,
} from '@shortlink/core'
import { admitToMcp, applyPaymentEvent, forgetOrphans } from '@shortlink/core/host'
import type { CheckoutRequest, Payments } from '@shortlink/core/ports'
import { err, errAsync, ok, okAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { aRefillOrder, aSubscription, MONTH } from '../../../core/contracts/samples.ts'
import { grantPlan } from '../../support/grant-plan.ts'
import { newUser, testPorts } from '../../support/ports.ts'

const UNANSWERED = { type: 'upstream-failed', what: 'The payment provider' } as const

/** A provider that parses events from the raw body and opens every requested page. */
function provider() {
  const state = { away: false }
  const checkouts: { request: CheckoutRequest; once: string | undefined }[] = []
  const portals: string[] = []
  const forgotten: string[] = []
  const payments: Payments = {
    configured: true,
    planPrices: [{ priceId: 'price_pro', plan: 'PRO', interval: 'month' }],
    checkout(request, once) {
      checkouts.push({ request, once })
      return okAsync({ url: 'https://pay.example/checkout' })
    },
    portal(customer, returnUrl) {
      portals.push(`${customer} ${returnUrl}`)
      return okAsync({ url: 'https://pay.example/portal' })
    },
    packPrice: () => okAsync(499),
    buyPack: () => okAsync(499),
    forgetCustomer(customer) {
      if (state.away) return errAsync(UNANSWERED)
      forgotten.push(customer)
      return okAsync()
    },
    readEvent: (rawBody, signature) =>
      (signature === 'good' ? ok(JSON.parse(rawBody) as PaymentEvent) : err(FORGED)).asyncMap(async (event) => event),
  }
  return { state, checkouts, portals, forgotten, payments }
}

const FORGED = { type: 'invalid-input', path: 'signature', message: 'The signature does not fit' } as const

async function start() {
  const shop = provider()
  const ports = testPorts({ payments: shop.payments })
  const [app, user] = [createApp(ports), await newUser(ports)]
  const tell = async (event: PaymentEvent) =>
    app.run(applyPaymentEvent, anonymous, { rawBody: JSON.stringify(event), signature: 'good' })
  const standing = async (by: User = user) => (await app.run(getSubscription, by, {}))._unsafeUnwrap()
  return { ...shop, ports, app, user, tell, standing }
}

/** The same with a stored subscription. */
async function startWith(subscription: Subscription & { readonly customer: string }) {
  const started = await start()
  await started.tell({ type: 'subscription', subscription, owner: started.user.userId })
  return started
}

const bought = (given: Partial<Subscription> = {}) => ({ ...aSubscription(given), customer: 'cus_1' })

describe('an event of the payment provider', () => {
  it('gives an account its plan, in either order of arrival', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { tell, standing, user } = await start()
      const events: PaymentEvent[] = [
        { type: 'customer', customer: 'cus_1', owner: user.userId, asOf: bought().asOf },
        { type: 'subscription', subscription: bought({ plan: 'PRO' }), owner: null },
      ]
      for (const index of order) expect((await tell(events[index] as PaymentEvent))._unsafeUnwrap()).toBe(true)
      expect(await standing()).toMatchObject({ effectivePlan: 'PRO', metered: true, autoRefillEnabled: false })
    }
  })

  it('gives an account its plan alone when it names the account', async () => {
    const { app, tell, standing, user, ports } = await start()
    await tell({ type: 'subscription', subscription: bought({ plan: 'STARTER' }), owner: user.userId })
    await app.run(updateAutoRefill, user, { enabled: true })
    expect(await standing()).toMatchObject({ effectivePlan: 'STARTER', autoRefillEnabled: true })
    expect((await standing(await newUser(ports))).effectivePlan).toBe('FREE')
  })

  it('adds a pack once when it is delivered several times', async () => {
    const { tell, ports, user } = await start()
    const order = aRefillOrder(user.userId)
    await ports.store.usageMeters.spend(user.userId, MONTH, 1, 1000)
    await ports.store.refillOrders.open(order)
    for (let times = 0; times < 3; times++) await tell({ type: 'pack-paid', order: order.id, amount: 499 })
    expect(await ports.store.usageMeters.find(user.userId, MONTH.start)).toMatchObject({
      refillLinks: order.links,
      refillCount: 1,
    })
  })

  it('changes nothing when it concerns another product or a deleted account', async () => {
    const { app, tell, ports, user } = await start()
    await app.run(deleteAccount, user, {})
    const events: PaymentEvent[] = [
      { type: 'other' },
      { type: 'customer', customer: 'cus_1', owner: user.userId, asOf: bought().asOf },
      { type: 'subscription', subscription: bought(), owner: user.userId },
    ]
    for (const event of events) expect((await tell(event))._unsafeUnwrap()).toBe(true)
    expect(await ports.store.subscriptions.customerOf(user.userId)).toBeUndefined()
    expect(await ports.store.subscriptions.list(user.userId)).toEqual([])
  })

  it('is ordered within one second by the previous state that it names, in any order of arrival', async () => {
    const second = (eventId: string, given: Partial<Subscription>) =>
      bought({ id: 'sub_1', asOf: { at: 1000, rank: 1, eventId }, ...given })
    const [start, paused, ended] = [
      second('evt_0', { plan: 'STARTER', asOf: { at: 0, rank: 1, eventId: 'evt_0' } }),
      second('evt_9', { plan: 'STARTER', status: 'PAST_DUE' }),
      second('evt_1', { plan: 'STARTER', status: 'CANCELED' }),
    ]
    const again = second('evt_5', { plan: 'STARTER' })
    const events = [
      { type: 'subscription' as const, subscription: paused, before: start, owner: null },
      { type: 'subscription' as const, subscription: again, before: paused, owner: null },
      { type: 'subscription' as const, subscription: ended, before: again, owner: null },
    ]
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
      [1, 0],
      [0, 1],
    ]) {
      const { tell, ports } = await startWith(start)
      for (const index of order) await tell(events[index] as PaymentEvent)
      const last = order.includes(2) ? ended : again
      expect(await ports.store.subscriptions.find('sub_1'), `${order}`).toEqual(last)
    }
  })

  it('changes nothing under an event id that came before, with another content and instant', async () => {
    const { tell, ports, user } = await start()
    const first = bought({ id: 'sub_1', plan: 'PRO', asOf: { at: 1000, rank: 1, eventId: 'evt_1' } })
    const next = { ...first, plan: 'STARTER' as const, asOf: { at: 2000, rank: 1, eventId: 'evt_2' } }
    for (const subscription of [first, next]) await tell({ type: 'subscription', subscription, owner: user.userId })
    const repeated = { ...first, status: 'CANCELED' as const, asOf: { at: 9000, rank: 1, eventId: 'evt_1' } }
    await tell({ type: 'subscription', subscription: repeated, owner: user.userId })
    expect(await ports.store.subscriptions.find('sub_1')).toEqual(next)
    const stranger = await newUser(ports)
    await tell({ type: 'customer', customer: 'cus_1', owner: stranger.userId, asOf: repeated.asOf })
    expect(await ports.store.subscriptions.customerOf(stranger.userId)).toBeUndefined()
  })

  it('is accepted only with a valid signature', async () => {
    const { app, standing, user } = await start()
    const rawBody = JSON.stringify({ type: 'subscription', subscription: bought(), owner: user.userId })
    const forged = await app.run(applyPaymentEvent, anonymous, { rawBody, signature: 'bad' })
    expect(forged._unsafeUnwrapErr()).toEqual(FORGED)
    expect((await standing()).subscription).toBeNull()
  })
})

describe('a page of the payment provider', () => {
  const priceId = 'price_pro'

  it('to subscribe carries the account and returns to the app', async () => {
    const { app, user, checkouts } = await start()
    const page = await app.run(openCheckout, user, { priceId }, { idempotencyKey: 'once' })
    expect(page._unsafeUnwrap()).toEqual({ url: 'https://pay.example/checkout' })
    expect(checkouts).toEqual([
      {
        request: {
          owner: user.userId,
          email: `${user.userId}@example.com`,
          customer: undefined,
          priceId,
          successUrl: 'https://app.sho.rt/dash/settings?checkout=done',
          cancelUrl: 'https://app.sho.rt/dash/settings?checkout=cancelled',
        },
        once: expect.any(String),
      },
    ])
  })

  it('is opened for the customer that the account already has', async () => {
    const { app, user, tell, checkouts, portals } = await start()
    const nobodyYet = await app.run(openPortal, user, {})
    expect(nobodyYet._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'Subscription' })
    await tell({ type: 'customer', customer: 'cus_1', owner: user.userId, asOf: bought().asOf })
    expect((await app.run(openPortal, user, {}))._unsafeUnwrap()).toEqual({ url: 'https://pay.example/portal' })
    expect(portals).toEqual(['cus_1 https://app.sho.rt/dash/settings'])
    await app.run(openCheckout, user, { priceId })
    expect(checkouts[0]).toMatchObject({ request: { customer: 'cus_1' }, once: undefined })
  })

  it('is not opened for a deleted account', async () => {
    const { app, user, checkouts } = await start()
    await app.run(deleteAccount, user, {})
    expect((await app.run(openCheckout, user, { priceId }))._unsafeUnwrapErr()).toEqual({ type: 'not-logged-in' })
    expect(checkouts).toEqual([])
  })

  it('is not found when payments are not configured', async () => {
    const ports = testPorts()
    const [app, user] = [createApp(ports), await newUser(ports)]
    const off = { type: 'billing-not-configured' }
    expect((await app.run(openCheckout, user, { priceId }))._unsafeUnwrapErr()).toEqual(off)
    expect((await app.run(openPortal, user, {}))._unsafeUnwrapErr()).toEqual(off)
  })
})

describe('a customer whose account was deleted', () => {
  it('is deleted at the provider as soon as the provider responds', async () => {
    const { app, user, tell, ports, state, forgotten } = await start()
    await tell({ type: 'subscription', subscription: bought(), owner: user.userId })
    await app.run(deleteAccount, user, {})
    state.away = true
    await forgetOrphans(ports)
    expect(forgotten).toEqual([])
    state.away = false
    ports.clock.advance(10 * 60_000 - 1)
    await forgetOrphans(ports)
    expect(forgotten).toEqual([])
    ports.clock.advance(1)
    await forgetOrphans(ports)
    await forgetOrphans(ports)
    expect(forgotten).toEqual(['cus_1'])
  })
})

describe('a granted plan', () => {
  it('needs an account', async () => {
    const { ports } = await start()
    const refused = await grantPlan(ports, 'unknown@example.com', 'PRO')
    expect(refused._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'User' })
  })

  it('keeps its day of the month when it changes, and gets a new one after it was revoked', async () => {
    const { ports, user } = await start()
    const grant = async (plan: 'FREE' | 'STARTER' | 'PRO') =>
      (await grantPlan(ports, `${user.userId}@example.com`, plan))._unsafeUnwrap().anchorDay
    expect(await grant('STARTER')).toBe(1)
    ports.clock.advance(9 * 24 * 60 * 60_000)
    expect(await grant('PRO')).toBe(1)
    await grant('FREE')
    expect(await grant('PRO')).toBe(10)
  })

  it('replaces the previous one, even when the clock went back', async () => {
    const { ports, user, standing } = await start()
    const email = `${user.userId}@example.com`
    await grantPlan(ports, email, 'PRO')
    ports.clock.advance(-60_000)
    await grantPlan(ports, email, 'STARTER')
    expect((await standing()).effectivePlan).toBe('STARTER')
    ports.clock.advance(3 * 60_000)
    const latest = (await grantPlan(ports, email, 'PRO'))._unsafeUnwrap()
    expect(latest).toEqual({
      id: `granted-${user.userId}`,
      customer: null,
      owner: user.userId,
      plan: 'PRO',
      status: 'ACTIVE',
      currentPeriodStart: ports.clock.now(),
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
      anchorDay: 1,
      asOf: { at: ports.clock.now(), rank: 0, eventId: '' },
    })
  })
})

describe('the list of plans', () => {
  it('is returned to any caller, with prices, limits and what is sold', async () => {
    const { app } = await start()
    const plans = (await app.run(listPlans, anonymous, {}))._unsafeUnwrap()
    expect(
      plans.map(({ plan, interval, displayPrice, yearlyTotal, links, priceId }) => [
        plan,
        interval,
        displayPrice,
        yearlyTotal,
        links,
        priceId,
      ]),
    ).toEqual([
      ['FREE', 'month', '$0', null, 0, null],
      ['STARTER', 'month', '$9', null, 1000, null],
      ['STARTER', 'year', '$84', '$84', 1000, null],
      ['PRO', 'month', '$29', null, 10_000, 'price_pro'],
      ['PRO', 'year', '$288', '$288', 10_000, null],
    ])
    expect(plans[1]?.features).toEqual([
      '1,000 links a month',
      '3 custom domains',
      '10 webhooks',
      '10 bio pages',
      'API, MCP and bulk operations',
    ])
    expect(plans[0]?.features.slice(0, 2)).toEqual(['Links without metering', '1 custom domain'])
  })

  it('includes MCP in each plan', async () => {
    const { app, user } = await start()
    expect((await app.run(admitToMcp, user, {})).isOk()).toBe(true)
    expect((await app.run(admitToMcp, anonymous, {}))._unsafeUnwrapErr().type).toBe('not-logged-in')
  })
})
