import {
  type DispatchLimits,
  fairShare,
  nextWindow,
  type UserId,
  type WaitingWebhook,
  type WebhookId,
} from '@shortlink/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const LIMITS: DispatchLimits = { total: 100, perOwner: 20, perWebhook: 10 }

const waits = (owner: string, webhook: string, since = 0): WaitingWebhook => ({
  owner: owner as UserId,
  webhook: webhook as WebhookId,
  url: `https://${webhook}.example/`,
  since,
})

const underWay = (byWebhook: Record<string, number> = {}, byOwner: Record<string, number> = {}) => ({
  total: Object.values(byWebhook).reduce((sum, count) => sum + count, 0),
  ofOwner: (owner: string) => byOwner[owner] ?? 0,
  ofWebhook: (webhook: string) => byWebhook[webhook] ?? 0,
})

const share = (
  waiting: readonly WaitingWebhook[],
  busy = underWay(),
  limits = LIMITS,
  widthOf: (webhook: string) => number = () => limits.perWebhook,
) => Object.fromEntries(fairShare(waiting, busy, limits, widthOf).map(({ webhook, take }) => [webhook, take]))

describe('places for deliveries', () => {
  it('go to one who waits alone, as far as the webhook is wide', () => {
    expect(share([waits('a', 'a1')])).toEqual({ a1: 10 })
    expect(share([waits('a', 'a1')], underWay(), LIMITS, () => 3)).toEqual({ a1: 3 })
    expect(share([waits('a', 'a1')], underWay({ a1: 8 }, { a: 8 }))).toEqual({ a1: 2 })
    expect(share([])).toEqual({})
  })

  it('are split evenly among owners, however many webhooks one has', () => {
    const many = Array.from({ length: 9 }, (_, n) => waits('a', `a${n}`, n))
    const wants = share([...many, waits('b', 'b0', 99)], underWay(), { total: 10, perOwner: 20, perWebhook: 10 })
    expect(wants.b0).toBe(5)
    expect(Object.values(wants).reduce((sum, take) => sum + take)).toBe(10)
  })

  it('are split among the webhooks of an owner', () => {
    expect(
      share([waits('a', 'a1'), waits('a', 'a2'), waits('a', 'a3')], underWay(), { ...LIMITS, perOwner: 12 }),
    ).toEqual({ a1: 4, a2: 4, a3: 4 })
  })

  it('leave other webhooks of an owner what a narrow one cannot use', () => {
    const wants = share(
      [waits('a', 'hangs'), waits('a', 'works')],
      underWay({ hangs: 1 }, { a: 1 }),
      LIMITS,
      (webhook) => (webhook === 'hangs' ? 1 : 10),
    )
    expect(wants).toEqual({ works: 10 })
  })

  it('go to whoever has waited longest when there is not one for everybody', () => {
    const waiting = Array.from({ length: 10 }, (_, n) => waits(`owner ${n}`, `hook ${n}`, 100 - n))
    expect(share(waiting, underWay(), { ...LIMITS, total: 3 })).toEqual({ 'hook 9': 1, 'hook 8': 1, 'hook 7': 1 })
  })

  it('go to webhooks that are answered before those that are not, however long these have waited', () => {
    const silent = Array.from({ length: 50 }, (_, n) => waits(`owner ${n}`, `silent ${n}`, n))
    const wants = share([...silent, waits('z', 'answered', 999)], underWay(), { ...LIMITS, total: 1 }, (webhook) =>
      webhook === 'answered' ? 8 : 1,
    )
    expect(wants).toEqual({ answered: 1 })
  })

  it('are for a host that has room, and are split among the owners who wait for it', () => {
    const at = (host: string, room: number) => ({
      of: (url: string) => new URL(url).hostname,
      room: (of: string) => (of === host ? room : 99),
    })
    const sharing = [
      { ...waits('a', 'a1', 1), url: 'https://full.example/1' },
      { ...waits('a', 'a2', 2), url: 'https://full.example:8443/2' },
      { ...waits('b', 'b1', 3), url: 'http://full.example/3' },
      { ...waits('a', 'a3', 4), url: 'https://other.example/' },
    ]
    const wantsAt = (room: number) =>
      Object.fromEntries(
        fairShare(sharing, underWay(), LIMITS, () => 10, at('full.example', room)).map(({ webhook, take }) => [
          webhook,
          take,
        ]),
      )
    expect(wantsAt(0)).toEqual({ a3: 10 })
    expect(wantsAt(1)).toEqual({ a1: 1, a3: 10 })
    expect(wantsAt(3)).toEqual({ a1: 2, b1: 1, a3: 10 })
    expect(wantsAt(24)).toEqual({ a1: 7, a2: 5, b1: 10, a3: 8 })
    expect(wantsAt(8)).toEqual({ a1: 4, b1: 4, a3: 10 })
  })

  it('are never more than the limits allow', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const someWaiting = fc.uniqueArray(fc.tuple(name, name, fc.nat(9)), { selector: ([o, w]) => `${o}${w}` })
    const someLimits = fc.record({
      total: fc.integer({ min: 1, max: 40 }),
      perOwner: fc.integer({ min: 1, max: 20 }),
      perWebhook: fc.integer({ min: 1, max: 10 }),
    })
    fc.assert(
      fc.property(someWaiting, someLimits, fc.nat(30), (raw, limits, busy) => {
        const waiting = raw.map(([owner, webhook, since]) => waits(owner, `${owner}${webhook}`, since))
        const of = { total: busy, ofOwner: () => Math.min(busy, 3), ofWebhook: () => Math.min(busy, 2) }
        const wants = fairShare(waiting, of, limits, () => limits.perWebhook)
        const sum = (list: typeof wants) => list.reduce((total, { take }) => total + take, 0)
        expect(sum(wants)).toBeLessThanOrEqual(Math.max(0, limits.total - busy))
        for (const { webhook, take } of wants) {
          expect(take).toBeGreaterThan(0)
          expect(take + of.ofWebhook()).toBeLessThanOrEqual(limits.perWebhook)
          expect(sum(wants.filter((want) => want.webhook[0] === webhook[0])) + of.ofOwner()).toBeLessThanOrEqual(
            limits.perOwner,
          )
        }
        // Somebody who may be served is.
        const idle = busy === 0 && waiting.length > 0
        if (idle) expect(wants.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the width of a webhook', () => {
  it('halves with each try that brings no answer and doubles with each that does', () => {
    const widths = [8]
    for (const answered of [false, false, false, false, true, true, true, true])
      widths.push(nextWindow(widths.at(-1) ?? 0, answered, LIMITS))
    expect(widths).toEqual([8, 4, 2, 1, 1, 2, 4, 8, 10])
  })
})
