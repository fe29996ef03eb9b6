import { billingOff, stripePayments } from '@shortlink/adapters/payments'
import type { UserId } from '@shortlink/core'
import { paymentsContract, paymentsOffContract } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'
import {
  anEvent,
  PLAN_PRICES,
  PRICES,
  signed,
  usePaymentProvider,
  WEBHOOK_SECRET,
} from '../../support/payment-provider.ts'

paymentsContract(async () => {
  const { provider, payments } = await start()
  return {
    payments,
    priceId: PRICES.PRO,
    unknownPriceId: PRICES.OTHER,
    customer: 'cus_1',
    charges: (order) => provider.charges.filter((charge) => charge.order === order).length,
    event() {
      const rawBody = JSON.stringify(anEvent('customer.created', { id: 'cus_1' }))
      return { rawBody, signature: signed(rawBody) }
    },
    declinePayments: () => provider.feel('declining'),
    acceptPayments: () => provider.feel('well'),
    breakDown: () => provider.feel('failing'),
  }
})

paymentsOffContract(() => billingOff)

async function start(timeout = 5000) {
  const provider = await usePaymentProvider()
  const problems: string[] = []
  const payments = stripePayments({
    secretKey: 'sk_test',
    webhookSecret: WEBHOOK_SECRET,
    apiBase: provider.url,
    prices: { plans: PLAN_PRICES, refill: PRICES.REFILL },
    onProblem: (message) => problems.push(message),
    timeoutMs: timeout,
  })
  return { provider, payments, problems }
}

const request = {
  owner: 'ada' as UserId,
  email: 'ada@example.com',
  customer: undefined,
  priceId: PRICES.PRO,
  successUrl: 'https://app.sho.rt/dash?checkout=done',
  cancelUrl: 'https://app.sho.rt/dash',
}
const purchase = { customer: 'cus_1', order: 'order-1', attempt: 1, maxAmount: 500 }

describe('checkout', () => {
  it('checkout opens a page that names the account and its address', async () => {
    const { provider, payments } = await start()
    const { url } = (await payments.checkout(request))._unsafeUnwrap()
    expect(url).toMatch(/^https:\/\/pay\.example\//)
    expect(provider.calls[0]?.parameters).toMatchObject({
      mode: 'subscription',
      client_reference_id: 'ada',
      customer_email: 'ada@example.com',
      'line_items[0][price]': PRICES.PRO,
      'subscription_data[metadata][shortlink_owner]': 'ada',
      success_url: request.successUrl,
    })
  })

  it('checkout passes the provider’s customer when there is one', async () => {
    const { provider, payments } = await start()
    await payments.checkout({ ...request, customer: 'cus_1' })
    expect(provider.calls[0]?.parameters).toMatchObject({ customer: 'cus_1' })
    expect(provider.calls[0]?.parameters).not.toHaveProperty('customer_email')
  })

  it.each([PRICES.OTHER, PRICES.REFILL, 'toString', ''])(
    'checkout refuses a price that is no plan’s: %j',
    async (priceId) => {
      const { provider, payments } = await start()
      expect((await payments.checkout({ ...request, priceId }))._unsafeUnwrapErr().type).toBe('invalid-input')
      expect(provider.calls).toEqual([])
    },
  )
})

describe('the portal', () => {
  it('the portal opens for a customer', async () => {
    const { provider, payments } = await start()
    expect((await payments.portal('cus_1', 'https://app.sho.rt/dash')).isOk()).toBe(true)
    expect(provider.calls[0]?.parameters).toEqual({ customer: 'cus_1', return_url: 'https://app.sho.rt/dash' })
  })
})

describe('a pack', () => {
  it('a pack has a price', async () => {
    const { payments } = await start()
    expect((await payments.packPrice())._unsafeUnwrap()).toBe(499)
  })

  it('a pack is charged once for each order, to the payment method of the subscription', async () => {
    const { provider, payments } = await start()
    const buy = async (order: string, attempt = 1) =>
      (await payments.buyPack({ ...purchase, order, attempt }))._unsafeUnwrap()
    expect(await Promise.all([buy('a'), buy('a'), buy('b')])).toEqual([499, 499, 499])
    expect(await buy('a', 2)).toBe(499)
    expect(provider.charges.map(({ order }) => order).sort()).toEqual(['a', 'b'])
    expect(provider.calls.find(({ call }) => call.endsWith('/pay'))?.parameters).toEqual({ payment_method: 'pm_card' })
  })

  it('a pack is charged once though the answer was lost', async () => {
    const { provider, payments } = await start()
    provider.feel('losing answers')
    expect((await payments.buyPack(purchase))._unsafeUnwrap()).toBe(499)
    expect((await payments.buyPack({ ...purchase, attempt: 2 }))._unsafeUnwrap()).toBe(499)
    expect(provider.charges).toHaveLength(1)
  })

  it('a pack is not charged above the maximum amount of the purchase', async () => {
    const { provider, payments } = await start()
    const { type } = (await payments.buyPack({ ...purchase, maxAmount: 498 }))._unsafeUnwrapErr()
    expect(type).toBe('payment-declined')
    expect(provider.charges).toEqual([])
    expect([...provider.invoices.values()].map(({ status }) => status)).toEqual(['void'])
  })
})

describe('a customer', () => {
  it('deleting a customer twice succeeds', async () => {
    const { provider, payments } = await start()
    expect((await payments.forgetCustomer('cus_1')).isOk()).toBe(true)
    expect((await payments.forgetCustomer('cus_1')).isOk()).toBe(true)
    expect([...provider.deletedCustomers]).toEqual(['cus_1'])
  })
})

describe('a provider that does not work', () => {
  it('calls to a provider that hangs end after their timeout', async () => {
    const { provider, payments, problems } = await start(200)
    provider.feel('hanging')
    const results = await Promise.all([
      payments.checkout(request),
      payments.portal('cus_1', 'https://app.sho.rt'),
      payments.packPrice(),
      payments.buyPack(purchase),
      payments.forgetCustomer('cus_1'),
    ])
    expect(results.map((result) => result._unsafeUnwrapErr().type)).toEqual(Array(5).fill('upstream-failed'))
    expect(problems).toHaveLength(5)
  })

  it('a provider that fails is asked once', async () => {
    const { provider, payments } = await start()
    provider.feel('failing')
    expect((await payments.packPrice())._unsafeUnwrapErr().type).toBe('upstream-failed')
    expect(provider.calls).toHaveLength(1)
  })

  it('a provider that cannot be reached is distinguished from one that declines', async () => {
    const { provider, payments } = await start()
    await provider.close()
    expect((await payments.buyPack(purchase))._unsafeUnwrapErr().type).toBe('upstream-failed')
  })
})
