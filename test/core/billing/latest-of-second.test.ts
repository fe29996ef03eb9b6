import type { Subscription } from '@shortlink/core'
import { latestOf, type ReportedState } from '@shortlink/core/adapter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aSubscription, NOON } from '../../../core/contracts/samples.ts'

const PLANS = ['STARTER', 'PRO', 'FREE'] as const
const subscription = aSubscription()
let ids = 0

/** The subscription on the plan of that number, as of an event with an id in no order. */
const state = (plan: number, eventId = `evt_${(++ids * 7919) % 1000}`): Subscription => ({
  ...subscription,
  plan: PLANS[plan] ?? 'PRO',
  asOf: { at: NOON, rank: 1, eventId },
})
const step = (before: number, after: number, eventId?: string): ReportedState => ({
  before: state(before),
  after: state(after, eventId),
})

describe('the latest of events of one second', () => {
  it('is the last of them in any order of arrival and with any ids', () => {
    const walks = fc.array(fc.nat(2), { minLength: 3, maxLength: 8 })
    fc.assert(
      fc.property(walks, fc.infiniteStream(fc.nat()), (walk, draws) => {
        const steps = walk.slice(1).map((after, index) => step(walk[index] ?? 0, after))
        const shuffled = steps.toSorted(() => ((draws.next().value ?? 0) % 2 === 0 ? 1 : -1))
        const { subscription, decided } = latestOf(shuffled, state(walk[0] ?? 0))
        const visited = steps.some(({ before, after }) => before?.plan !== after.plan)
        if (visited) expect(decided).toBe(true)
        expect(subscription.plan).toBe(PLANS[walk.at(-1) ?? 0])
      }),
    )
  })

  it('needs no previous state unless the events form a cycle', () => {
    expect(latestOf([step(1, 2), step(0, 1)], undefined).subscription.plan).toBe(PLANS[2])
    const circle = [step(0, 1, 'b'), step(1, 0, 'a')]
    expect(latestOf(circle, state(0))).toMatchObject({ subscription: { asOf: { eventId: 'a' } }, decided: true })
    expect(latestOf(circle, state(1))).toMatchObject({ subscription: { asOf: { eventId: 'b' } }, decided: true })
    expect(latestOf(circle, undefined)).toMatchObject({ subscription: { asOf: { eventId: 'b' } }, decided: false })
  })

  it('is the one with the highest id when previous states are missing or an event between them has not arrived', () => {
    const silent = ['b', 'c', 'a'].map((eventId, index) => ({ after: state(index, eventId) }))
    expect(latestOf(silent, state(0))).toMatchObject({ subscription: { asOf: { eventId: 'c' } }, decided: false })
    const gap = [{ ...step(0, 1, 'b') }, { before: aSubscription({ status: 'PAST_DUE' }), after: state(2, 'a') }]
    expect(latestOf(gap, state(0))).toMatchObject({ subscription: { asOf: { eventId: 'b' } }, decided: false })
  })

  it('can be decided with an event that only repeats a state', () => {
    const decided = latestOf([{ after: state(1, 'z') }, step(0, 1, 'c'), step(1, 2, 'b')], state(0))
    expect(decided).toMatchObject({ subscription: { asOf: { eventId: 'b' } }, decided: true })
  })
})
