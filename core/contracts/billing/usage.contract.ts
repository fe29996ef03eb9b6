import { err, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { RefillOrder } from '../../billing/usage.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Store } from '../../ports.ts'
import type { Capabilities } from '../capabilities.ts'
import { aRefillOrder, MONTH, NOON, newOwner, times } from '../samples.ts'

export const usageContract = (
  store: () => Pick<Store, 'atomic' | 'refillOrders' | 'usageMeters' | 'users'>,
  { atomic = true }: Partial<Capabilities> = {},
) => {
  const spend = (owner: UserId, links: number, allowance = 10) =>
    store()
      .atomic<unknown, never>((store) =>
        ResultAsync.fromSafePromise(store.usageMeters.spend(owner, MONTH, links, allowance)),
      )
      .unwrapOr(undefined)
  const find = (owner: UserId) => store().usageMeters.find(owner, MONTH.start)

  /** An owner with a meter and an order. */
  const ordered = async (given: Partial<RefillOrder> = {}) => {
    const owner = await newOwner(store())
    await spend(owner, 1)
    const order = aRefillOrder(owner, given)
    await store().refillOrders.open(order)
    return { owner, order }
  }
  const claim = async (now: number, order: RefillOrder) =>
    (await store().refillOrders.claimDue(now, now + 1000, 10_000)).filter(({ id }) => id === order.id)

  describe('usage meters', () => {
    it('links are counted until the allowance is used up', async () => {
      const owner = await newOwner(store())
      expect(await find(owner)).toBeUndefined()
      const usage = { owner, period: MONTH, linksCreated: 4, refillLinks: 0, refillCount: 0 }
      expect(await spend(owner, 4)).toEqual(usage)
      expect(await spend(owner, 7)).toBe('used up')
      expect(await spend(owner, 6)).toEqual({ ...usage, linksCreated: 10 })
      expect(await spend(owner, 1)).toBe('used up')
      expect(await find(owner)).toEqual({ ...usage, linksCreated: 10 })
    })

    it('each month has its own count', async () => {
      const owner = await newOwner(store())
      await spend(owner, 10)
      const next = { start: MONTH.end, end: MONTH.end + 1000 }
      expect(await store().usageMeters.spend(owner, next, 1, 10)).toMatchObject({ period: next, linksCreated: 1 })
      expect(await find(owner)).toMatchObject({ linksCreated: 10 })
    })

    it('concurrent calls never exceed the allowance', async () => {
      const owner = await newOwner(store())
      const spent = await Promise.all(times(50, () => spend(owner, 1)))
      expect(spent.filter((usage) => usage !== 'used up')).toHaveLength(10)
      expect(await find(owner)).toMatchObject({ linksCreated: 10 })
    })

    it.skipIf(!atomic)('an undone transaction spends nothing', async () => {
      const owner = await newOwner(store())
      await store().atomic((store) =>
        ResultAsync.fromSafePromise(store.usageMeters.spend(owner, MONTH, 5, 10)).andThen(() => err('undone')),
      )
      expect((await find(owner))?.linksCreated ?? 0).toBe(0)
    })

    it('lock returns an empty meter before anything is spent', async () => {
      const owner = await newOwner(store())
      const held = await store().usageMeters.lock(owner, MONTH)
      expect(held).toEqual({ owner, period: MONTH, linksCreated: 0, refillLinks: 0, refillCount: 0 })
    })

    it('the auto-refill setting is stored and replaced', async () => {
      const owner = await newOwner(store())
      expect(await store().usageMeters.autoRefill(owner)).toBeUndefined()
      const setting = { enabled: true, thresholdPercent: 80, refillPackLinks: 100, maxMonthlySpend: 25 }
      await store().usageMeters.saveAutoRefill(owner, setting)
      expect(await store().usageMeters.autoRefill(owner)).toEqual(setting)
      await store().usageMeters.saveAutoRefill(owner, { ...setting, enabled: false })
      expect(await store().usageMeters.autoRefill(owner)).toEqual({ ...setting, enabled: false })
    })
  })

  describe('refill orders', () => {
    it('one order at a time is open in a month', async () => {
      const { owner, order } = await ordered()
      await store().refillOrders.open(aRefillOrder(owner, { createdAt: NOON + 1 }))
      expect(await store().refillOrders.latest(owner)).toEqual(order)
      const next = aRefillOrder(owner, { period: { start: MONTH.end, end: MONTH.end + 1 }, createdAt: NOON + 2 })
      await store().refillOrders.open(next)
      expect(await store().refillOrders.latest(owner)).toEqual(next)
    })

    it('a due order is claimed by only one of five concurrent claims, until its lease ends', async () => {
      const { order } = await ordered({ nextAttemptAt: NOON })
      expect(await claim(NOON - 1, order)).toEqual([])
      const claims = await Promise.all(times(5, () => claim(NOON, order)))
      expect(claims.flat()).toEqual([{ ...order, attempts: 1, nextAttemptAt: NOON + 1000 }])
      expect(await claim(NOON + 999, order)).toEqual([])
      expect(await claim(NOON + 1000, order)).toMatchObject([{ attempts: 2 }])
    })

    it('an order that is reported as paid several times adds its links once', async () => {
      const { owner, order } = await ordered({ links: 5 })
      await Promise.all(times(5, () => store().refillOrders.pay(order.id, 499)))
      expect(await find(owner)).toMatchObject({ linksCreated: 1, refillLinks: 5, refillCount: 1 })
      expect(await store().refillOrders.latest(owner)).toMatchObject({ status: 'PAID', amount: 499, failure: null })
      expect(await spend(owner, 14)).toMatchObject({ linksCreated: 15 })
      expect(await spend(owner, 1)).toBe('used up')
    })

    it('spent returns the sum of the payments of the month', async () => {
      const { owner, order } = await ordered()
      await store().refillOrders.pay(order.id, 499)
      const second = aRefillOrder(owner)
      await store().refillOrders.open(second)
      expect(await store().refillOrders.spent(owner, MONTH.start)).toBe(499)
      await store().refillOrders.pay(second.id, 1)
      expect(await store().refillOrders.spent(owner, MONTH.start)).toBe(500)
      expect(await store().refillOrders.spent(owner, MONTH.end)).toBe(0)
    })

    it('a failed order is due again at the given instant', async () => {
      const { owner, order } = await ordered({ nextAttemptAt: NOON })
      await store().refillOrders.fail(order.id, 'no answer', NOON + 5000)
      expect(await store().refillOrders.latest(owner)).toMatchObject({ status: 'OPEN', failure: 'no answer' })
      expect(await claim(NOON + 4999, order)).toEqual([])
      expect(await claim(NOON + 5000, order)).toHaveLength(1)
    })

    it('a refused order is not due again and admits no other, until it is reconsidered', async () => {
      const { owner, order } = await ordered({ nextAttemptAt: NOON })
      await store().refillOrders.fail(order.id, 'the limit is reached', null)
      expect(await claim(NOON + 10_000, order)).toEqual([])
      const another = aRefillOrder(owner, { createdAt: NOON + 1 })
      await store().refillOrders.open(another)
      expect(await store().refillOrders.latest(owner)).toMatchObject({ id: order.id, status: 'REFUSED' })
      await store().refillOrders.reconsider(owner, NOON)
      await store().refillOrders.open(another)
      expect(await store().refillOrders.latest(owner)).toEqual(another)
    })

    it('reconsider makes a failed order due at once, and changes no other', async () => {
      const { owner, order } = await ordered({ nextAttemptAt: NOON })
      await store().refillOrders.reconsider(owner, NOON - 2)
      expect(await claim(NOON - 1, order)).toEqual([])
      await store().refillOrders.fail(order.id, 'declined', NOON + 5000)
      await store().refillOrders.reconsider(await newOwner(store()), NOON)
      expect(await claim(NOON, order)).toEqual([])
      await store().refillOrders.reconsider(owner, NOON)
      expect(await claim(NOON, order)).toMatchObject([{ id: order.id, attempts: 1, failure: null }])
    })

    it('a refused order that is paid after all adds its links, and cannot fail any more', async () => {
      const { owner, order } = await ordered({ links: 5 })
      await store().refillOrders.fail(order.id, 'no answer', null)
      await store().refillOrders.pay(order.id, 499)
      await store().refillOrders.fail(order.id, 'no answer', null)
      expect(await store().refillOrders.latest(owner)).toMatchObject({ status: 'PAID', failure: null })
      expect(await find(owner)).toMatchObject({ refillLinks: 5 })
    })

    it('orders, meters and settings are removed with the account', async () => {
      const { owner, order } = await ordered()
      await store().usageMeters.saveAutoRefill(owner, SETTING)
      await store().users.delete(owner)
      await store().refillOrders.pay(order.id, 499)
      expect(await find(owner)).toBeUndefined()
      expect(await store().usageMeters.autoRefill(owner)).toBeUndefined()
      expect(await store().refillOrders.latest(owner)).toBeUndefined()
    })
  })
}

const SETTING = { enabled: true, thresholdPercent: 80, refillPackLinks: 100, maxMonthlySpend: 25 }
