import { describe, expect, it } from 'vitest'
import type { EventOrder } from '../../billing/subscription.ts'
import type { Store } from '../../ports.ts'
import { aSubscription, NOON, newOwner, unique } from '../samples.ts'

const asOf = (at: number, rank = 1, eventId = unique()): EventOrder => ({ at, rank, eventId })

export const subscriptionsContract = (store: () => Pick<Store, 'subscriptions' | 'users'>) =>
  describe('subscriptions', () => {
    const linked = async (customer: string) => {
      const owner = await newOwner(store())
      await store().subscriptions.linkCustomer(customer, owner, asOf(NOON))
      return owner
    }

    it('a stored subscription is returned unchanged, to the owner of its customer only', async () => {
      const customer = unique()
      const subscription = aSubscription({ customer, cancelAtPeriodEnd: true, anchorDay: 31 })
      await store().subscriptions.apply(subscription)
      const owner = await linked(customer)
      expect(await store().subscriptions.list(owner)).toEqual([subscription])
      expect(await store().subscriptions.list(await newOwner(store()))).toEqual([])
    })

    it('a subscription can be granted to an account without a customer and periods', async () => {
      const owner = await newOwner(store())
      const granted = aSubscription({ customer: null, owner, currentPeriodStart: null, currentPeriodEnd: null })
      await store().subscriptions.apply(granted)
      expect(await store().subscriptions.list(owner)).toEqual([granted])
    })

    it.each([
      ['an earlier instant', asOf(NOON - 1000, 2, 'z')],
      ['an earlier rank', asOf(NOON, 0, 'z')],
      ['a lower id', asOf(NOON, 1, 'l')],
      ['the same event', asOf(NOON, 1, 'm')],
    ])('a state with %s does not replace the stored one', async (_name, stale) => {
      const customer = unique()
      const kept = aSubscription({ customer, asOf: asOf(NOON, 1, 'm') })
      await store().subscriptions.apply(kept)
      await store().subscriptions.apply({ ...kept, plan: 'STARTER', asOf: stale })
      expect(await store().subscriptions.list(await linked(customer))).toEqual([kept])
    })

    it.each([
      ['a later instant', asOf(NOON + 1000, 0, 'a')],
      ['a later rank', asOf(NOON, 2, 'a')],
      ['a higher id', asOf(NOON, 1, 'n')],
      ['an id that only bytes order', asOf(NOON, 1, 'm0')],
    ])('a state with %s replaces the stored one', async (_name, later) => {
      const customer = unique()
      const before = aSubscription({ customer, asOf: asOf(NOON, 1, 'm') })
      const after = aSubscription({ ...before, status: 'CANCELED', currentPeriodEnd: NOON, asOf: later })
      await store().subscriptions.apply(before)
      await store().subscriptions.apply(after)
      expect(await store().subscriptions.list(await linked(customer))).toEqual([after])
    })

    it('a subscription is found by the provider’s id', async () => {
      const subscription = aSubscription({ customer: unique() })
      await store().subscriptions.apply(subscription)
      expect(await store().subscriptions.find(subscription.id)).toEqual(subscription)
      expect(await store().subscriptions.find(unique())).toBeUndefined()
    })

    it.each([
      ['a lower id of the same second', 'replaces', asOf(NOON, 1, 'a')],
      ['the same event', 'replaces', asOf(NOON, 1, 'm')],
      ['a lower rank', 'does not replace', asOf(NOON, 0, 'z')],
      ['an earlier instant', 'does not replace', asOf(NOON - 1000, 1, 'z')],
    ])('a state that the caller has ordered, with %s, %s the stored one', async (_name, outcome, later) => {
      const before = aSubscription({ customer: unique(), asOf: asOf(NOON, 1, 'm') })
      const after = aSubscription({ ...before, status: 'CANCELED', asOf: later })
      await store().subscriptions.apply(before)
      await store().subscriptions.apply(after, true)
      expect(await store().subscriptions.find(before.id)).toEqual(outcome === 'replaces' ? after : before)
    })

    it('a customer belongs to the owner named by the latest event, in any order of arrival', async () => {
      const [customer, first, second] = [unique(), await newOwner(store()), await newOwner(store())]
      await store().subscriptions.linkCustomer(customer, second, asOf(NOON + 1))
      await store().subscriptions.linkCustomer(customer, first, asOf(NOON))
      expect(await store().subscriptions.customerOf(second)).toBe(customer)
      expect(await store().subscriptions.customerOf(first)).toBeUndefined()
    })

    it('customerOf returns the customer that was linked last', async () => {
      const owner = await newOwner(store())
      const [before, after] = [unique(), unique()]
      await store().subscriptions.linkCustomer(after, owner, asOf(NOON + 1))
      await store().subscriptions.linkCustomer(before, owner, asOf(NOON))
      expect(await store().subscriptions.customerOf(owner)).toBe(after)
    })

    it('a deleted account’s subscriptions are gone, and its customers are orphans until they are dropped', async () => {
      const customer = unique()
      await store().subscriptions.apply(aSubscription({ customer }))
      const owner = await linked(customer)
      await store().subscriptions.apply(aSubscription({ customer: null, owner }))
      await store().users.delete(owner)
      expect(await store().subscriptions.list(owner)).toEqual([])
      expect(await store().subscriptions.customerOf(owner)).toBeUndefined()

      const claim = (now: number) => store().subscriptions.claimOrphans(now, now + 1000, 1000)
      expect(await claim(NOON)).toContain(customer)
      expect(await claim(NOON + 999)).not.toContain(customer)
      expect(await claim(NOON + 1000)).toContain(customer)
      await store().subscriptions.dropOrphan(customer)
      expect(await claim(NOON + 5000)).not.toContain(customer)
    })

    it('dropOrphan keeps a customer that has an owner', async () => {
      const customer = unique()
      const owner = await linked(customer)
      await store().subscriptions.dropOrphan(customer)
      expect(await store().subscriptions.customerOf(owner)).toBe(customer)
    })
  })
