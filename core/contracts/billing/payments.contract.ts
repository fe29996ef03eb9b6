import { describe, expect, it } from 'vitest'
import type { CheckoutRequest, Payments } from '../../billing/billing.port.ts'
import type { UserId } from '../../kernel/ids.ts'
import { times, unique } from '../samples.ts'

export interface PaymentsFixture {
  readonly payments: Payments
  /** The price of a plan, and one that is not configured. */
  readonly priceId: string
  readonly unknownPriceId: string
  /** A customer at the provider that can pay. */
  readonly customer: string
  charges(order: string): number
  /** An event of the provider, with its signature. */
  event(): { readonly rawBody: string; readonly signature: string }
  declinePayments(): void
  acceptPayments(): void
  /** Makes every call to the provider fail. */
  breakDown(): void
}

const APP = 'https://app.sho.rt/dash'

const callEach = (payments: Payments, customer: string, request: CheckoutRequest) => [
  payments.checkout(request),
  payments.portal(customer, APP),
  payments.packPrice(),
  payments.buyPack({ customer, order: unique(), attempt: 1, maxAmount: 1_000_000 }),
  payments.forgetCustomer(customer),
]

const checkoutOf = (priceId: string): CheckoutRequest => ({
  owner: crypto.randomUUID() as UserId,
  email: `${unique()}@example.com`,
  customer: undefined,
  priceId,
  successUrl: `${APP}?checkout=done`,
  cancelUrl: APP,
})

/** A configured payment provider. `setUp` is called once per test. */
export const paymentsContract = (setUp: () => PaymentsFixture | Promise<PaymentsFixture>) =>
  describe('payments', () => {
    const isPage = expect.stringMatching(/^https:\/\/./)

    it('payments with credentials are configured, and name what is sold', async () => {
      const { payments, priceId } = await setUp()
      expect(payments.configured).toBe(true)
      expect(payments.planPrices).toContainEqual(expect.objectContaining({ priceId }))
    })

    it('a checkout is a page, and the same page for the same idempotency token', async () => {
      const { payments, priceId } = await setUp()
      const request = checkoutOf(priceId)
      const open = async (token: string) => (await payments.checkout(request, token))._unsafeUnwrap().url
      const first = await open('token')
      expect(first).toEqual(isPage)
      expect(await open('token')).toBe(first)
      expect(await open('another')).not.toBe(first)
    })

    it('a checkout for an unknown price is refused as invalid input', async () => {
      const { payments, unknownPriceId } = await setUp()
      for (const priceId of [unknownPriceId, '', 'toString'])
        expect((await payments.checkout(checkoutOf(priceId)))._unsafeUnwrapErr().type).toBe('invalid-input')
    })

    it('the portal of a customer is a page', async () => {
      const { payments, customer } = await setUp()
      expect((await payments.portal(customer, APP))._unsafeUnwrap().url).toEqual(isPage)
    })

    it('a pack is charged at its price once per order, however often and at once it is bought', async () => {
      const { payments, customer, charges } = await setUp()
      const price = (await payments.packPrice())._unsafeUnwrap()
      const [one, other] = [unique(), unique()]
      const buy = async (order: string, attempt = 1) =>
        (await payments.buyPack({ customer, order, attempt, maxAmount: price }))._unsafeUnwrap()
      expect(await Promise.all([buy(one), buy(one), buy(other)])).toEqual(times(3, () => price))
      expect(await buy(one, 2)).toBe(price)
      expect([charges(one), charges(other)]).toEqual([1, 1])
    })

    it('a pack that costs more than the limit is declined and not charged', async () => {
      const { payments, customer, charges } = await setUp()
      const order = unique()
      const maxAmount = (await payments.packPrice())._unsafeUnwrap() - 1
      const bought = await payments.buyPack({ customer, order, attempt: 1, maxAmount })
      expect(bought._unsafeUnwrapErr().type).toBe('payment-declined')
      expect(charges(order)).toBe(0)
    })

    it('a declined pack can be bought by a later attempt', async () => {
      const { payments, customer, charges, declinePayments, acceptPayments } = await setUp()
      const order = unique()
      const maxAmount = (await payments.packPrice())._unsafeUnwrap()
      const buy = (attempt: number) => payments.buyPack({ customer, order, attempt, maxAmount })
      declinePayments()
      expect((await buy(1))._unsafeUnwrapErr().type).toBe('payment-declined')
      expect(charges(order)).toBe(0)
      acceptPayments()
      expect((await buy(2)).isOk()).toBe(true)
      expect(charges(order)).toBe(1)
    })

    it('a customer can be forgotten more than once', async () => {
      const { payments, customer } = await setUp()
      for (const _ of [1, 2]) expect((await payments.forgetCustomer(customer)).isOk()).toBe(true)
    })

    it('an event is read with its signature, and refused with another or an altered body', async () => {
      const { payments, event } = await setUp()
      const { rawBody, signature } = event()
      expect((await payments.readEvent(rawBody, signature)).isOk()).toBe(true)
      for (const [body, sign] of [
        [rawBody, ''],
        [rawBody, `${signature}0`],
        [rawBody.replace('{', '{ '), signature],
        ['', signature],
      ] as const)
        expect((await payments.readEvent(body, sign))._unsafeUnwrapErr().type).toBe('invalid-input')
    })

    it('a provider that fails is reported as upstream-failed by every call', async () => {
      const { payments, customer, priceId, breakDown } = await setUp()
      breakDown()
      for (const result of await Promise.all(callEach(payments, customer, checkoutOf(priceId))))
        expect(result._unsafeUnwrapErr().type).toBe('upstream-failed')
    })
  })

/** Payments without credentials. */
export const paymentsOffContract = (setUp: () => Payments) =>
  describe('payments without credentials', () => {
    it('every call is refused as not configured', async () => {
      const payments = setUp()
      expect(payments.configured).toBe(false)
      const calls = [...callEach(payments, 'customer', checkoutOf('price')), payments.readEvent('{}', 'signature')]
      for (const result of await Promise.all(calls))
        expect(result._unsafeUnwrapErr()).toEqual({ type: 'billing-not-configured' })
    })
  })
