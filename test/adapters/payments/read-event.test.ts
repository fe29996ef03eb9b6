import { stripePayments } from '@shortlink/adapters/payments'
import type { PaymentEvent } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { anEvent, aSubscription, PRICES, signed, WEBHOOK_SECRET } from '../../support/payment-provider.ts'

const problems: string[] = []
const payments = stripePayments({
  secretKey: 'sk_test',
  webhookSecret: WEBHOOK_SECRET,
  prices: { plans: { [PRICES.STARTER]: 'STARTER', [PRICES.PRO]: 'PRO' }, refill: PRICES.REFILL },
  onProblem: (message) => problems.push(message),
})

async function read(event: object): Promise<PaymentEvent> {
  const body = JSON.stringify(event)
  return (await payments.readEvent(body, signed(body)))._unsafeUnwrap()
}

const readSubscription = async (given: Parameters<typeof aSubscription>[0], type = 'customer.subscription.updated') =>
  (await read(anEvent(type, aSubscription(given)))) as PaymentEvent & { type: 'subscription' }

describe('events of the payment provider', () => {
  it('tell of a subscription', async () => {
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
  ])('with the status %s tell of %s', async (status, told) => {
    expect((await readSubscription({ status })).subscription.status).toBe(told)
  })

  it.each(['created', 'updated', 'deleted', 'paused', 'resumed'])(
    'of subscriptions that are %s are read',
    async (what) => {
      expect((await readSubscription({}, `customer.subscription.${what}`)).type).toBe('subscription')
    },
  )

  it('of one second stand in the order in which things happen', async () => {
    const ranks = []
    for (const what of ['created', 'updated', 'deleted']) {
      ranks.push((await readSubscription({}, `customer.subscription.${what}`)).subscription.asOf.rank)
    }
    expect(ranks).toEqual([0, 1, 2])
  })

  it('may carry the period as it was told before March 2025, and customers as objects', async () => {
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

  it('tell that a subscription ends with its period, in either way', async () => {
    expect((await readSubscription({ cancel_at_period_end: true })).subscription.cancelAtPeriodEnd).toBe(true)
    const atEnd = { start: 1_770_000_000, cancel_at: 1_772_592_000 }
    expect((await readSubscription(atEnd)).subscription.cancelAtPeriodEnd).toBe(true)
    expect((await readSubscription({ ...atEnd, cancel_at: 1_799_999_999 })).subscription.cancelAtPeriodEnd).toBe(false)
  })

  it('find our price among others', async () => {
    const items = [PRICES.OTHER, PRICES.STARTER].map((id) => ({ price: { id } }))
    expect((await readSubscription({ items: { data: items } })).subscription.plan).toBe('STARTER')
  })

  it('of subscriptions to something else count for nothing, and are logged', async () => {
    problems.length = 0
    expect((await readSubscription({ price: PRICES.OTHER })).subscription.plan).toBe('FREE')
    expect(problems).toHaveLength(1)
  })

  it('tell whose a customer is', async () => {
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
  ])('link no customer by a checkout session that %s', async (_what, given) => {
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

  it('tell what a subscription was before', async () => {
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
    const told = (await read({ ...event, data: { ...event.data, previous_attributes } })) as PaymentEvent & {
      type: 'subscription'
    }
    expect(told).toMatchObject({ owner: 'ada', subscription: { plan: 'PRO', status: 'ACTIVE' } })
    expect(told.before).toEqual({
      ...told.subscription,
      plan: 'STARTER',
      status: 'PAST_DUE',
      cancelAtPeriodEnd: true,
    })
  })

  it('are read though what was before cannot be', async () => {
    const event = anEvent('customer.subscription.updated', aSubscription())
    const told = await read({ ...event, data: { ...event.data, previous_attributes: { items: 7 } } })
    expect(told).toMatchObject({ type: 'subscription' })
    expect(told).not.toHaveProperty('before')
  })

  it.each([
    ['usd', 499, 499],
    ['jpy', 500, 50_000],
    ['kwd', 1500, 150],
  ])('tell that a pack is paid for, in %s', async (currency, paid, amount) => {
    const invoice = { id: 'in_1', metadata: { shortlink_order: 'order' }, amount_paid: paid, currency }
    expect(await read(anEvent('invoice.paid', invoice))).toEqual({ type: 'pack-paid', order: 'order', amount })
    expect(await read(anEvent('invoice.paid', { ...invoice, metadata: {} }))).toEqual({ type: 'other' })
  })

  it('of other kinds are taken note of', async () => {
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
    ['is of another secret', body, signed(body, { secret: 'whsec_of_somebody_else' })],
    ['is of another body', body.replace('cus_1', 'cus_2'), signed(body)],
    ['is of the body with another space', `${body} `, signed(body)],
    ['is older than five minutes', body, signed(body, { at: Date.now() - 301_000 })],
    ['is right, but there is no event', 'hello', signed('hello')],
    ['is right, but the event is malformed', '{"id":1}', signed('{"id":1}')],
  ])('lets nothing through when it %s', async (_what, given, signature) => {
    expect(await refused(given, signature)).toBe('invalid-input')
  })

  it('lets nothing through that has none of its secret', async () => {
    const off = stripePayments({ secretKey: 'sk_test', prices: { plans: {} }, onProblem: () => {} })
    expect((await off.readEvent(body, signed(body)))._unsafeUnwrapErr().type).toBe('billing-not-configured')
  })
})
