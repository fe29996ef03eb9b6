import { describe, expect, it } from 'vitest'
import { isNewer, planStatusOf } from '../../../core/billing/subscription.ts'
import { aSubscription, NOON } from '../../../core/contracts/samples.ts'

const PAST = { currentPeriodStart: NOON - 2000, currentPeriodEnd: NOON - 1000 }

describe('the plan of an account', () => {
  it.each([
    ['ACTIVE', {}, 'PRO'],
    ['ACTIVE', PAST, 'PRO'],
    ['TRIALING', PAST, 'PRO'],
    ['PAST_DUE', { currentPeriodEnd: NOON + 1 }, 'PRO'],
    ['PAST_DUE', { currentPeriodEnd: NOON }, 'STARTER'],
    ['PAST_DUE', { currentPeriodEnd: null }, 'STARTER'],
    ['CANCELED', {}, 'STARTER'],
    ['INCOMPLETE', {}, 'STARTER'],
  ] as const)('with a subscription that is %s %j is %s', (status, period, plan) => {
    const standing = planStatusOf([aSubscription({ status, ...period })], 'STARTER', NOON)
    expect(standing).toMatchObject({
      effectivePlan: plan,
      metered: plan === 'PRO',
      subscription: { plan: 'PRO', status },
    })
  })

  it('without a subscription is the default plan, unmetered', () => {
    expect(planStatusOf([], 'PRO', NOON)).toMatchObject({ effectivePlan: 'PRO', metered: false, subscription: null })
  })

  it('is that of the best active subscription', () => {
    const [starter, pro] = [aSubscription({ plan: 'STARTER', currentPeriodStart: NOON }), aSubscription()]
    expect(planStatusOf([starter, pro], 'FREE', NOON).subscription).toBe(pro)
    expect(planStatusOf([starter, { ...pro, status: 'CANCELED' }], 'FREE', NOON).subscription).toBe(starter)
  })

  it('names the latest subscription when none is active', () => {
    const before = aSubscription({ status: 'CANCELED', currentPeriodStart: NOON - 1 })
    const after = aSubscription({ status: 'CANCELED', plan: 'STARTER', currentPeriodStart: NOON })
    expect(planStatusOf([after, before], 'FREE', NOON).subscription).toBe(after)
  })

  it('names the same one of several subscriptions in any order of reading', () => {
    const early = aSubscription({ id: 'c', currentPeriodStart: NOON - 1 })
    const [low, high] = [
      aSubscription({ id: 'a', currentPeriodStart: NOON }),
      aSubscription({ id: 'b', currentPeriodStart: NOON }),
    ]
    const unknown = aSubscription({ id: 'd', currentPeriodStart: null })
    const all = [unknown, low, early, high]
    for (const subscriptions of [all, all.toReversed(), [high, low, unknown, early], [early, high, unknown, low]]) {
      expect(planStatusOf(subscriptions, 'FREE', NOON).subscription).toBe(high)
      const canceled = subscriptions.map((one) => ({ ...one, status: 'CANCELED' as const }))
      expect(planStatusOf(canceled, 'FREE', NOON).subscription).toMatchObject({ id: 'b' })
    }
  })

  it('ignores subscriptions to other products', () => {
    expect(planStatusOf([aSubscription({ plan: 'FREE' })], 'STARTER', NOON)).toMatchObject({
      subscription: null,
      effectivePlan: 'STARTER',
      metered: false,
    })
  })
})

describe('an event of the payment provider', () => {
  const order = (at: number, rank: number, eventId: string) => ({ at, rank, eventId })

  it('is ordered by its time, then its rank, then its id', () => {
    const inOrder = [
      order(1, 1, 'z'),
      order(2, 0, 'z'),
      order(2, 1, 'a'),
      order(2, 1, 'b'),
      order(2, 2, 'a'),
      order(3, 0, 'a'),
    ]
    for (const [index, one] of inOrder.entries()) {
      for (const [other, against] of inOrder.entries()) expect(isNewer(one, against)).toBe(index > other)
    }
  })
})
