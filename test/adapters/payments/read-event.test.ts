import { stripePayments } from '@shortlink/adapters/payments'
import type { PaymentEvent } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { anEvent, aSubscription, PLAN_PRICES, PRICES, signed, WEBHOOK_SECRET } from '../../support/payment-provider.ts'

const problems: string[] = []
const payments = stripePayments({
  secretKey: 'sk_test',
  webhookSecret: WEBHOOK_SECRET,
  prices: { plans: PLAN_PRICES, refill: PRICES.REFILL },
  onProblem: (message) => problems.push(message),
})

async function read(event: object): Promise<PaymentEvent> {
  const body = JSON.stringify(event)
  return (await payments.readEvent(body, signed(body)))._unsafeUnwrap()
}

const readSubscription = async (given: Parameters<typeof aSubscription>[0], type = 'customer.subscription.updated') =>
  (await read(anEvent(type, aSubscription(given)))) as PaymentEvent & { type: 'subscription' }

describe('events of the payment provider', () => {
  it('a subscription event is read with its owner, plan, status and period', async () => {
    const start = Date.UTC(2026, 0, 31, 9) / 1000
    const event = anEvent(
      'customer.subscription.created',
      aSubscription({ start, metadata: { shortlink_owner: 'ada' } }),
    )
    expect(await read(event)).toEqual({
      type: 'subscription',
      owner: 'ada',
      subscription: {
        id: 'sub_1',
        customer: 'cus_1',
        owner: null,
        plan: 'PRO',
        status: 'ACTIVE',
        currentPeriodStart: start * 1000,
        currentPeriodEnd: (start + 2_592_000) * 1000,
        cancelAtPeriodEnd: false,
        anchorDay: 31,
        asOf: { at: event.created * 1000, rank: 0, eventId: event.id },
      },
    })
  })

  it.each([
    ['active', 'ACTIVE'],
    ['trialing', 'TRIALING'],
    ['past_due', 'PAST_DUE'],
    ['canceled', 'CANCELED'],
    ['incomplete_expired', 'CANCELED'],
    ['incomplete', 'INCOMPLETE'],
    ['unpaid', 'INCOMPLETE'],
    ['paused', 'INCOMPLETE'],
    ['a status of years to come', 'INCOMPLETE'],
  ])('the status %s is read as %s', async (status, expected) => {
    expect((await readSubscription({ status })).subscription.status).toBe(expected)
  })

  it.each(['created', 'updated', 'deleted', 'paused', 'resumed'])(
    'events of subscriptions that are %s are read',
    async (what) => {
      expect((await readSubscription({}, `customer.subscription.${what}`)).type).toBe('subscription')
    },
  )

  it('events of one second are ranked created, updated, deleted', async () => {
    const ranks = []
    for (const what of ['created', 'updated', 'deleted']) {
      ranks.push((await readSubscription({}, `customer.subscription.${what}`)).subscription.asOf.rank)
    }
    expect(ranks).toEqual([0, 1, 2])
  })

  it('a period in the format before March 2025 and a customer as an object are read', async () => {
    const { subscription } = await readSubscription({
      customer: { id: 'cus_2', object: 'customer' },
      items: { data: [{ price: { id: PRICES.STARTER } }] },
      current_period_start: 1_700_000_000,
      current_period_end: 1_702_592_000,
    })
    expect(subscription).toMatchObject({
      customer: 'cus_2',
      plan: 'STARTER',
      currentPeriodStart: 1_700_000_000_000,
      currentPeriodEnd: 1_702_592_000_000,
    })
  })

  it('a subscription that ends with its period is recognized in both formats', async () => {
    expect((await readSubscription({ cancel_at_period_end: true })).subscription.cancelAtPeriodEnd).toBe(true)
    const atEnd = { start: 1_770_000_000, cancel_at: 1_772_592_000 }
    expect((await readSubscription(atEnd)).subscription.cancelAtPeriodEnd).toBe(true)
    expect((await readSubscription({ ...atEnd, cancel_at: 1_799_999_999 })).subscription.cancelAtPeriodEnd).toBe(false)
  })

  it('the price of a plan is found among other prices', async () => {
    const items = [PRICES.OTHER, PRICES.STARTER].map((id) => ({ price: { id } }))
    expect((await readSubscription({ items: { data: items } })).subscription.plan).toBe('STARTER')
  })

  it('a subscription to another product gives the FREE plan and is logged', async () => {
    problems.length = 0
    expect((await readSubscription({ price: PRICES.OTHER })).subscription.plan).toBe('FREE')
    expect(problems).toHaveLength(1)
  })

  it('a checkout session links its customer to the account that it names', async () => {
    const session = {
      id: 'cs_1',
      mode: 'subscription',
      customer: 'cus_1',
      client_reference_id: 'ada',
      metadata: { shortlink_owner: 'ada' },
    }
    expect(await read(anEvent('checkout.session.completed', session))).toMatchObject({
      type: 'customer',
      customer: 'cus_1',
      owner: 'ada',
    })
    const other = { ...session, client_reference_id: null }
    expect(await read(anEvent('checkout.session.completed', other))).toEqual({ type: 'other' })
  })

  it.each([
    ['has no metadata, as one of a payment link', { metadata: {} }],
    ['has null for metadata', { metadata: null }],
    ['names another account in its metadata', { metadata: { shortlink_owner: 'eve' } }],
    ['is a payment', { mode: 'payment' }],
    ['is a setup', { mode: 'setup' }],
  ])('no customer is linked by a checkout session that %s', async (_what, given) => {
    const metadata = { shortlink_owner: 'ada' }
    const session = {
      id: 'cs_1',
      mode: 'subscription',
      customer: 'cus_1',
      client_reference_id: 'ada',
      metadata,
      ...given,
    }
    expect(await read(anEvent('checkout.session.completed', session))).toEqual({ type: 'other' })
  })

  it('an update is read with the previous state of its subscription', async () => {
    const now = aSubscription({
      price: PRICES.PRO,
      status: 'active',
      metadata: { shortlink_owner: 'ada', note: 'new' },
    })
    const was = aSubscription({ price: PRICES.STARTER })
    const event = anEvent('customer.subscription.updated', now)
    const previous_attributes = {
      items: was.items,
      status: 'past_due',
      cancel_at_period_end: true,
      metadata: { note: 'old' },
    }
    const updated = (await read({ ...event, data: { ...event.data, previous_attributes } })) as PaymentEvent & {
      type: 'subscription'
    }
    expect(updated).toMatchObject({ owner: 'ada', subscription: { plan: 'PRO', status: 'ACTIVE' } })
    expect(updated.before).toEqual({
      ...updated.subscription,
      plan: 'STARTER',
      status: 'PAST_DUE',
      cancelAtPeriodEnd: true,
    })
  })

  it('an update is read though its previous state is malformed', async () => {
    const event = anEvent('customer.subscription.updated', aSubscription())
    const updated = await read({ ...event, data: { ...event.data, previous_attributes: { items: 7 } } })
    expect(updated).toMatchObject({ type: 'subscription' })
    expect(updated).not.toHaveProperty('before')
  })

  it.each([
    ['usd', 499, 499],
    ['jpy', 500, 50_000],
    ['kwd', 1500, 150],
  ])('a paid pack is read with its order and amount, in %s', async (currency, paid, amount) => {
    const invoice = { id: 'in_1', metadata: { shortlink_order: 'order' }, amount_paid: paid, currency }
    expect(await read(anEvent('invoice.paid', invoice))).toEqual({ type: 'pack-paid', order: 'order', amount })
    expect(await read(anEvent('invoice.paid', { ...invoice, metadata: {} }))).toEqual({ type: 'other' })
  })

  it('events of other kinds are read as other', async () => {
    expect(await read(anEvent('charge.refunded', { anything: true }))).toEqual({ type: 'other' })
  })
})

describe('the signature', () => {
  const body = JSON.stringify(anEvent('customer.subscription.updated', aSubscription()))
  const refused = async (given: string, signature: string) =>
    (await payments.readEvent(given, signature))._unsafeUnwrapErr().type

  it.each([
    ['is missing', body, ''],
    ['is nonsense', body, 't=1,v1=00'],
    ['is of another secret', body, signed(body, { secret: 'whsec_of_another_service' })],
    ['is of another body', body.replace('cus_1', 'cus_2'), signed(body)],
    ['is of the body with another space', `${body} `, signed(body)],
    ['is older than five minutes', body, signed(body, { at: Date.now() - 301_000 })],
    ['is right, but there is no event', 'hello', signed('hello')],
    ['is right, but the event is malformed', '{"id":1}', signed('{"id":1}')],
  ])('an event is refused when its signature %s', async (_what, given, signature) => {
    expect(await refused(given, signature)).toBe('invalid-input')
  })

  it('events are refused when no signing secret is configured', async () => {
    const off = stripePayments({ secretKey: 'sk_test', prices: { plans: [] }, onProblem: () => {} })
    expect((await off.readEvent(body, signed(body)))._unsafeUnwrapErr().type).toBe('billing-not-configured')
  })
})
