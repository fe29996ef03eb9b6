import { stripePayments } from '@shortlink/adapters/payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../../hosts/server/serve.ts'
import { newAccount } from '../support/api.ts'
import {
  anEvent,
  aSubscription,
  type PaymentProvider,
  PLAN_PRICES,
  PRICES,
  paymentSettings,
  signed,
  startPaymentProvider,
  usePaymentProvider,
} from '../support/payment-provider.ts'
import { DATABASES, startTestServer, useTestServer } from '../support/server.ts'

const SUB = '{ meSub { id plan status currentPeriodStart currentPeriodEnd cancelAtPeriodEnd anchorDay } }'
const USAGE = '{ meUsage { periodStart periodEnd linksCreated refillLinks allowance } }'
const REFILL = '{ meAutoRefill { enabled thresholdPercent refillPackLinks maxMonthlySpend failure } }'
const UPDATE = `mutation ($input: UpdateAutoRefillInput!) {
  updateAutoRefill(input: $input) { enabled thresholdPercent refillPackLinks maxMonthlySpend failure }
}`
const CHECKOUT = 'mutation ($priceId: String!) { createCheckoutSession(priceId: $priceId) { url } }'
const PORTAL = 'mutation { createPortalSession { url } }'
const BULK = 'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok error } }'

const now = Math.floor(Date.now() / 1000)
let names = 0

describe.each(DATABASES)('payments over %s', (database) => {
  let provider: PaymentProvider
  let server: RunningServer

  beforeAll(async () => {
    provider = await startPaymentProvider()
    const settings = { ...paymentSettings(provider), APP_URL: 'https://app.example' }
    server = await startTestServer({ database, settings })
  })
  afterAll(async () => {
    await server.close('tests are over')
    await provider.close()
  })

  const post = (body: string, signature?: string) =>
    fetch(`${server.url}/webhooks/payment`, {
      method: 'POST',
      body,
      headers: signature === undefined ? {} : { 'stripe-signature': signature },
    })
  const tell = async (type: string, object: object, created = now) => {
    const body = JSON.stringify(anEvent(type, object, created))
    return (await post(body, signed(body))).status
  }

  /** An account whose payment went through. */
  async function subscriber(price = PRICES.STARTER) {
    const account = await newAccount(server.url)
    const customer = `cus_${database}_${names++}`
    const subscription = aSubscription({ id: `sub_${customer}`, customer, price, start: now })
    expect(await tell('customer.subscription.created', subscription)).toBe(200)
    const metadata = { shortlink_owner: account.id }
    const session = { mode: 'subscription', customer, client_reference_id: account.id, metadata }
    expect(await tell('checkout.session.completed', session)).toBe(200)
    return { ...account, customer, subscription }
  }

  const create = async (account: { ask: Awaited<ReturnType<typeof newAccount>>['ask'] }, count: number) => {
    const inputs = Array.from({ length: count }, () => ({ target: 'https://example.com/' }))
    const { data } = await account.ask(BULK, { inputs })
    return (data.createShortlinks as { ok: boolean; error: string | null }[]).filter(({ ok }) => ok).length
  }

  it('a new account is on the free plan', async () => {
    const account = await newAccount(server.url)
    expect((await account.ask(SUB)).data.meSub).toEqual({
      id: expect.any(String),
      plan: 'FREE',
      status: 'ACTIVE',
      currentPeriodStart: null,
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
      anchorDay: null,
    })
    expect((await account.ask(USAGE)).data.meUsage).toEqual({
      periodStart: null,
      periodEnd: null,
      linksCreated: 0,
      refillLinks: 0,
      allowance: 0,
    })
    expect((await account.ask(REFILL)).data.meAutoRefill).toMatchObject({ enabled: false, failure: null })
  })

  it('the plans are public', async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query:
          '{ plans { plan interval displayPrice displayPerMonth yearlyTotal links description features priceId } }',
      }),
    })
    const { data } = (await response.json()) as { data: { plans: { plan: string; links: number }[] } }
    expect(data.plans.map(({ plan, links }) => [plan, links])).toEqual([
      ['FREE', 0],
      ['STARTER', 1000],
      ['STARTER', 1000],
      ['PRO', 10_000],
      ['PRO', 10_000],
    ])
  })

  it('a paid plan holds until it ends', async () => {
    const account = await subscriber()
    const { data } = await account.ask(SUB)
    expect(data.meSub).toMatchObject({
      id: account.subscription.id,
      plan: 'STARTER',
      status: 'ACTIVE',
      currentPeriodStart: new Date(now * 1000).toISOString(),
      cancelAtPeriodEnd: false,
      anchorDay: new Date(now * 1000).getUTCDate(),
    })
    expect(await create(account, 2)).toBe(2)
    expect((await account.ask(USAGE)).data.meUsage).toMatchObject({ linksCreated: 2, allowance: 1000 })
    await tell('customer.subscription.deleted', { ...account.subscription, status: 'canceled' }, now + 1)
    expect((await account.ask(SUB)).data.meSub).toMatchObject({ plan: 'STARTER', status: 'CANCELED' })
    expect((await account.ask(USAGE)).data.meUsage).toMatchObject({ allowance: 0, periodStart: null })
  })

  it('a forged or repeated payment event changes nothing', async () => {
    const { ask, subscription } = await subscriber(PRICES.PRO)
    const before = (await ask(SUB)).data
    const forged = JSON.stringify(
      anEvent('customer.subscription.deleted', { ...subscription, status: 'canceled' }, now + 9),
    )
    const statuses = [
      (await post(forged)).status,
      (await post(forged, signed(forged, { secret: 'whsec_guessed' }))).status,
      (await post(forged, signed(forged, { at: Date.now() - 600_000 }))).status,
      (await post(forged.replace('canceled', 'active'), signed(forged))).status,
      (await post('', signed(''))).status,
    ]
    expect(statuses).toEqual(Array(5).fill(400))
    expect(await tell('customer.subscription.updated', { ...subscription, status: 'canceled' }, now - 60)).toBe(200)
    expect((await ask(SUB)).data).toEqual(before)
    expect((await fetch(`${server.url}/webhooks/payment`)).status).toBe(405)
  })

  it('createCheckoutSession opens one checkout page per idempotency key', async () => {
    const account = await newAccount(server.url)
    const open = async (key?: string) =>
      (await account.ask(CHECKOUT, { priceId: PRICES.PRO }, key === undefined ? {} : { 'idempotency-key': key })).data
        .createCheckoutSession.url
    expect(await open()).toMatch(/^https:\/\/pay\.example\/c\//)
    const urls = await Promise.all([open('k'), open('k'), open('k')])
    expect(new Set(urls).size).toBe(1)
    const { parameters } = provider.calls.findLast(({ call }) => call === 'POST /v1/checkout/sessions') ?? {}
    expect(parameters).toMatchObject({
      client_reference_id: account.id,
      customer_email: account.email,
      success_url: 'https://app.example/dash/settings?checkout=done',
    })
  })

  it('createPortalSession opens the portal for subscribers only', async () => {
    const account = await subscriber()
    expect((await account.ask(PORTAL)).data.createPortalSession.url).toMatch(/^https:\/\/pay\.example\/p\//)
    const { errors } = await (await newAccount(server.url)).ask(PORTAL)
    expect(errors).toMatchObject([{ message: 'Subscription not found', extensions: { code: 'NOT_FOUND' } }])
  })

  it.each([
    [CHECKOUT, { priceId: PRICES.OTHER }, 'priceId must be the price of a plan'],
    [CHECKOUT, { priceId: '' }, 'priceId must not be empty'],
    [UPDATE, { input: { thresholdPercent: 0 } }, 'thresholdPercent must be at least 1'],
    [UPDATE, { input: { refillPackLinks: 10_001 } }, 'refillPackLinks must be at most 10000'],
    [UPDATE, { input: { maxMonthlySpend: -1 } }, 'maxMonthlySpend must be at least 0'],
  ])('billing refuses bad input: %s %j', async (query, variables, message) => {
    const { errors } = await (await newAccount(server.url)).ask(query, variables)
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }])
  })

  it.each([SUB, USAGE, REFILL, CHECKOUT, PORTAL, UPDATE])('billing needs a login: %s', async (query) => {
    const { ask } = await newAccount(server.url)
    const { errors } = await ask(query, { priceId: 'price', input: {} }, { authorization: '' })
    expect(errors).toMatchObject([{ message: 'You must be logged in.', extensions: { code: 'UNAUTHENTICATED' } }])
  })

  it('a refill pack is bought when the quota runs out', async () => {
    const account = await subscriber()
    const input = { enabled: true, thresholdPercent: 100, refillPackLinks: 50, maxMonthlySpend: 5 }
    expect((await account.ask(UPDATE, { input })).data.updateAutoRefill).toEqual({ ...input, failure: null })
    expect(await create(account, 1000)).toBe(1000)
    // None, unless the pack arrives meanwhile.
    const early = await create(account, 60)
    await expect.poll(async () => (await account.ask(USAGE)).data.meUsage.refillLinks, { interval: 100 }).toBe(50)
    expect(provider.charges.filter(({ customer }) => customer === account.customer)).toHaveLength(1)
    expect(early + (await create(account, 60))).toBe(50)
    await expect
      .poll(async () => (await account.ask(REFILL)).data.meAutoRefill.failure, { interval: 100 })
      .toBe('The monthly spending limit is reached')
    const { errors } = await account.ask('mutation { createShortlink(target: "https://example.com/") }')
    expect(errors).toMatchObject([{ extensions: { code: 'PLAN_LIMIT' } }])
  })

  it('the customer of a deleted account is deleted at the payment provider', async () => {
    const account = await subscriber()
    expect((await account.ask('mutation { deleteAccount }')).data.deleteAccount).toBe(true)
    await expect.poll(() => provider.deletedCustomers.has(account.customer)).toBe(true)
    const farewell = { ...account.subscription, status: 'canceled', metadata: { shortlink_owner: account.id } }
    expect(await tell('customer.subscription.deleted', farewell, now + 2)).toBe(200)
  })

  it('an unreachable payment provider is a typed error', async () => {
    const account = await newAccount(server.url)
    provider.feel('failing')
    const { errors } = await account.ask(CHECKOUT, { priceId: PRICES.PRO }, { 'idempotency-key': 'later' })
    provider.feel('well')
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_FAILED' } }])
    const { data } = await account.ask(CHECKOUT, { priceId: PRICES.PRO }, { 'idempotency-key': 'another' })
    expect(data.createCheckoutSession.url).toContain('https://')
  })

  it('a hanging payment provider times out and delays no other caller', async () => {
    const account = await newAccount(server.url)
    provider.feel('hanging')
    const hanging = account.ask(CHECKOUT, { priceId: PRICES.PRO }, { 'idempotency-key': 'hanging' })
    expect(await Promise.race([create(account, 1), hanging])).toBe(1)
    const { errors } = await hanging
    provider.feel('well')
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_FAILED' } }])
  })
})

/** Payments that wait for the provider for longer than a test may take. */
function patientPayments(provider: PaymentProvider) {
  const { PAYMENT_SECRET_KEY, PAYMENT_WEBHOOK_SECRET, PRICE_REFILL } = paymentSettings(provider)
  return stripePayments({
    secretKey: PAYMENT_SECRET_KEY,
    webhookSecret: PAYMENT_WEBHOOK_SECRET,
    apiBase: provider.url,
    prices: { plans: PLAN_PRICES, refill: PRICE_REFILL },
    onProblem: () => {},
    timeoutMs: 600_000,
  })
}

describe('a purchase under way', () => {
  it('a purchase in progress does not delay a shutdown', async () => {
    const provider = await usePaymentProvider()
    const server = await startTestServer({
      database: 'postgres',
      settings: { ...paymentSettings(provider), SHUTDOWN_TIMEOUT_MS: '120000' },
      configure: (root) => void root.replace('payments', patientPayments(provider)),
    })
    const account = await newAccount(server.url)
    const customer = 'cus_shutdown'
    const body = JSON.stringify(
      anEvent(
        'customer.subscription.created',
        aSubscription({ customer, price: PRICES.STARTER, start: now, metadata: { shortlink_owner: account.id } }),
      ),
    )
    const headers = { 'stripe-signature': signed(body) }
    await fetch(`${server.url}/webhooks/payment`, { method: 'POST', body, headers })
    provider.feel('hanging')
    const inputs = Array.from({ length: 10 }, () => ({ target: 'https://example.com/' }))
    await account.ask(UPDATE, { input: { enabled: true, thresholdPercent: 1, maxMonthlySpend: 5 } })
    await account.ask(BULK, { inputs })
    await expect.poll(() => provider.calls.length, { interval: 20 }).toBeGreaterThan(0)
    // Were it to wait for the provider or its own limit, this test would reach its.
    await server.close('a purchase hangs')
    expect(provider.charges).toEqual([])
  })
})

describe('without payments', () => {
  const server = useTestServer({ settings: { DEFAULT_PLAN: 'PRO' } })

  it('billing operations are refused when billing is off', async () => {
    const account = await newAccount(server.url)
    for (const [query, variables] of [
      [CHECKOUT, { priceId: 'price' }],
      [PORTAL, {}],
    ] as const) {
      expect((await account.ask(query, variables)).errors).toMatchObject([
        { message: 'Billing is not configured', extensions: { code: 'BILLING_NOT_CONFIGURED' } },
      ])
    }
    const body = JSON.stringify(anEvent('customer.subscription.created', aSubscription()))
    const response = await fetch(`${server.url}/webhooks/payment`, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signed(body) },
    })
    expect(response.status).toBe(404)
  })

  it('accounts are on the default plan without metering when billing is off', async () => {
    const account = await newAccount(server.url)
    expect((await account.ask(SUB)).data.meSub).toMatchObject({ plan: 'FREE', status: 'ACTIVE' })
    for (const hostname of ['a.example.com', 'b.example.com', 'c.example.com', 'd.example.com']) {
      const { errors } = await account.ask('mutation ($hostname: String!) { addDomain(hostname: $hostname) { id } }', {
        hostname,
      })
      expect(errors).toEqual([])
    }
    expect((await account.ask(USAGE)).data.meUsage).toMatchObject({ allowance: 0, linksCreated: 0 })
  })
})
