import { stripePayments } from '@shortlink/adapters/payments'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { type App, anonymous, createApp, getSubscription, type User } from '@shortlink/core'
import { applyPaymentEvent } from '@shortlink/core/host'
import type { Store } from '@shortlink/core/ports'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPostgresDatabase, newSqliteFile } from '../support/databases.ts'
import {
  anEvent,
  aSubscription,
  type PaymentProvider,
  PLAN_PRICES,
  PRICES,
  paymentSettings,
  signed,
  startPaymentProvider,
} from '../support/payment-provider.ts'
import { newUser, type TestPorts, testPorts } from '../support/ports.ts'
import { scale } from '../support/scale.ts'

const SHUFFLES = scale(200)
const SECOND = 1_770_000_000
const MONTH = 2_592_000

/** The payment events of a customer over some months, several of them in one second. */
function history(owner: string, name: string) {
  const at = (created: number, type: string, object: object) =>
    anEvent(type, object, created, `evt_${name}_${events++}`)
  const subscription = (given: Parameters<typeof aSubscription>[0]) =>
    aSubscription({ id: `sub_${name}`, customer: `cus_${name}`, ...given })
  const second = (given: Parameters<typeof aSubscription>[0]) => subscription({ id: `sub_${name}_2`, ...given })
  const third = (given: Parameters<typeof aSubscription>[0]) => subscription({ id: `sub_${name}_3`, ...given })
  const said = (object: object, previous_attributes: object) => {
    const event = at(SECOND + 2 * MONTH + 20, 'customer.subscription.updated', object)
    return { ...event, data: { ...event.data, previous_attributes } }
  }
  const metadata = { shortlink_owner: owner }
  let events = 100
  return [
    at(SECOND, 'customer.subscription.created', subscription({ price: PRICES.STARTER, status: 'incomplete' })),
    at(SECOND, 'checkout.session.completed', {
      mode: 'subscription',
      customer: `cus_${name}`,
      client_reference_id: owner,
      metadata,
    }),
    at(SECOND, 'customer.subscription.updated', subscription({ price: PRICES.STARTER, status: 'trialing' })),
    at(SECOND + 5, 'customer.subscription.updated', subscription({ price: PRICES.PRO, status: 'active' })),
    at(SECOND + 5, 'customer.subscription.updated', subscription({ price: PRICES.PRO, status: 'past_due' })),
    at(SECOND + MONTH, 'customer.subscription.updated', subscription({ start: SECOND + MONTH, metadata })),
    at(SECOND + MONTH, 'invoice.paid', { metadata: {}, amount_paid: 900, currency: 'usd' }),
    at(SECOND + MONTH + 7, 'customer.subscription.updated', subscription({ price: PRICES.OTHER, status: 'active' })),
    at(SECOND + 2 * MONTH, 'customer.subscription.created', second({ price: PRICES.PRO, start: SECOND + 2 * MONTH })),
    at(SECOND + 2 * MONTH, 'customer.subscription.updated', second({ price: PRICES.STARTER, status: 'paused' })),
    at(SECOND + 2 * MONTH + 9, 'customer.subscription.deleted', subscription({ status: 'canceled' })),
    at(SECOND + 2 * MONTH + 9, 'customer.subscription.updated', subscription({ status: 'active' })),
    at(SECOND + 2 * MONTH + 9, 'customer.subscription.resumed', second({ price: PRICES.PRO, status: 'active' })),
    // What happened last has the lowest id; the events say what was before.
    said(third({ price: PRICES.STARTER, status: 'past_due' }), { cancel_at_period_end: true }),
    said(third({ price: PRICES.STARTER, status: 'past_due', cancel_at_period_end: true }), {
      items: third({ price: PRICES.PRO }).items,
      cancel_at_period_end: false,
    }),
    said(third({ price: PRICES.PRO, status: 'past_due' }), { status: 'active' }),
  ]
}

describe.each([
  ['sqlite', async () => openSqliteStore({ file: newSqliteFile() })],
  ['postgres', async () => openPostgresStore({ url: await newPostgresDatabase() })],
] as const)('payment events over %s', (_database, open) => {
  let store: Store
  let provider: PaymentProvider
  let ports: TestPorts
  let app: App

  beforeAll(async () => {
    store = await open()
    provider = await startPaymentProvider()
    const settings = paymentSettings(provider)
    const payments = stripePayments({
      secretKey: settings.PAYMENT_SECRET_KEY,
      webhookSecret: settings.PAYMENT_WEBHOOK_SECRET,
      apiBase: provider.url,
      prices: { plans: PLAN_PRICES },
      onProblem: () => {},
    })
    ports = testPorts({ store, payments })
    app = createApp(ports)
  })
  afterAll(async () => {
    await provider.close()
    await store.close()
  })

  async function tell(event: object) {
    const rawBody = JSON.stringify(event)
    const applied = await app.run(applyPaymentEvent, anonymous, { rawBody, signature: signed(rawBody) })
    expect(applied._unsafeUnwrap()).toBe(true)
  }

  /** All there is to see of the account's subscriptions, without what differs from one run to the next. */
  async function state(caller: User, name: string) {
    const [subscriptions, customer, standing] = await Promise.all([
      store.subscriptions.list(caller.userId),
      store.subscriptions.customerOf(caller.userId),
      app.run(getSubscription, caller, {}),
    ])
    const sorted = subscriptions.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    return JSON.stringify([sorted, customer, standing._unsafeUnwrap()]).replaceAll(name, 'name')
  }

  let runs = 0
  async function run(order: readonly number[]) {
    const caller = await newUser({ ...ports, ids: { ...ports.ids, user: () => crypto.randomUUID() as User['userId'] } })
    const name = `run${runs++}`
    const events = history(caller.userId, name)
    for (const index of order) await tell(events[index] ?? {})
    return state(caller, name)
  }

  it(`payment events end in the same state in ${SHUFFLES} orders with repetitions`, async () => {
    const all = history('', '').map((_, index) => index)
    const inOrder = await run(all)
    expect(JSON.parse(inOrder)[2]).toMatchObject({ effectivePlan: 'PRO', subscription: { id: 'sub_name_2' } })
    expect(JSON.parse(inOrder)[0][2]).toMatchObject({ plan: 'STARTER', status: 'PAST_DUE', cancelAtPeriodEnd: false })
    const shuffled = fc
      .subarray(all)
      .chain((again) =>
        fc.shuffledSubarray([...all, ...again.map((index) => index + all.length)], { minLength: all.length }),
      )
      .map((drawn) => drawn.map((index) => index % all.length))
      .map((drawn) => [...drawn, ...all.filter((index) => !drawn.includes(index))])
    await fc.assert(
      fc.asyncProperty(shuffled, async (order) => {
        expect(await run(order)).toBe(inOrder)
      }),
      { numRuns: SHUFFLES },
    )
  })

  it('payment events end in the same state when they arrive concurrently', async () => {
    const caller = await newUser({ ...ports, ids: { ...ports.ids, user: () => crypto.randomUUID() as User['userId'] } })
    const name = `run${runs++}`
    const events = history(caller.userId, name)
    await Promise.all([...events, ...events.toReversed()].map(tell))
    expect(await state(caller, name)).toBe(await run(events.map((_, index) => index)))
  })

  it.each([
    ['past_due', 'PRO'],
    ['unpaid', 'FREE'],
  ])('an account with a subscription %s in a running period is on %s', async (status, effectivePlan) => {
    const caller = await newUser({ ...ports, ids: { ...ports.ids, user: () => crypto.randomUUID() as User['userId'] } })
    const start = Math.floor(ports.clock.now() / 1000)
    const given = { id: `sub_${status}`, customer: `cus_${status}`, metadata: { shortlink_owner: caller.userId } }
    await tell(anEvent('customer.subscription.created', aSubscription({ ...given, start }), start))
    await tell(anEvent('customer.subscription.updated', aSubscription({ ...given, status, start }), start + 1))
    expect((await app.run(getSubscription, caller, {}))._unsafeUnwrap()).toMatchObject({ effectivePlan })
  })

  it('payment events need no call to the provider', () => {
    expect(provider.calls).toEqual([])
  })
})
