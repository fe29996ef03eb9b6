import type { UserId, WebhookId } from '@shortlink/core'
import { type DispatchLimits, fairShare, nextWindow } from '@shortlink/core/adapter'
import type { WaitingWebhook } from '@shortlink/core/ports'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const LIMITS: DispatchLimits = { total: 100, perOwner: 20, perWebhook: 10 }

const waits = (owner: string, webhook: string, since = 0): WaitingWebhook => ({
  owner: owner as UserId,
  webhook: webhook as WebhookId,
  url: `https://${webhook}.example/`,
  since,
})

const inFlight = (byWebhook: Record<string, number> = {}, byOwner: Record<string, number> = {}) => ({
  total: Object.values(byWebhook).reduce((sum, count) => sum + count, 0),
  ofOwner: (owner: string) => byOwner[owner] ?? 0,
  ofWebhook: (webhook: string) => byWebhook[webhook] ?? 0,
})

const share = (
  waiting: readonly WaitingWebhook[],
  busy = inFlight(),
  limits = LIMITS,
  windowOf: (webhook: string) => number = () => limits.perWebhook,
) => Object.fromEntries(fairShare(waiting, busy, limits, windowOf).map(({ webhook, limit }) => [webhook, limit]))

describe('fairShare', () => {
  it('gives a webhook that waits alone as many slots as its window allows', () => {
    expect(share([waits('a', 'a1')])).toEqual({ a1: 10 })
    expect(share([waits('a', 'a1')], inFlight(), LIMITS, () => 3)).toEqual({ a1: 3 })
    expect(share([waits('a', 'a1')], inFlight({ a1: 8 }, { a: 8 }))).toEqual({ a1: 2 })
    expect(share([])).toEqual({})
  })

  it('divides slots evenly among owners, not among webhooks', () => {
    const many = Array.from({ length: 9 }, (_, n) => waits('a', `a${n}`, n))
    const requests = share([...many, waits('b', 'b0', 99)], inFlight(), { total: 10, perOwner: 20, perWebhook: 10 })
    expect(requests.b0).toBe(5)
    expect(Object.values(requests).reduce((sum, limit) => sum + limit)).toBe(10)
  })

  it('divides the slots of an owner evenly among its webhooks', () => {
    expect(
      share([waits('a', 'a1'), waits('a', 'a2'), waits('a', 'a3')], inFlight(), { ...LIMITS, perOwner: 12 }),
    ).toEqual({ a1: 4, a2: 4, a3: 4 })
  })

  it('gives slots that a throttled webhook cannot use to other webhooks of the owner', () => {
    const requests = share(
      [waits('a', 'hangs'), waits('a', 'works')],
      inFlight({ hangs: 1 }, { a: 1 }),
      LIMITS,
      (webhook) => (webhook === 'hangs' ? 1 : 10),
    )
    expect(requests).toEqual({ works: 10 })
  })

  it('serves the longest waiting webhooks first when slots are short', () => {
    const waiting = Array.from({ length: 10 }, (_, n) => waits(`owner ${n}`, `hook ${n}`, 100 - n))
    expect(share(waiting, inFlight(), { ...LIMITS, total: 3 })).toEqual({ 'hook 9': 1, 'hook 8': 1, 'hook 7': 1 })
  })

  it('serves webhooks whose receivers respond before throttled ones that have waited longer', () => {
    const silent = Array.from({ length: 50 }, (_, n) => waits(`owner ${n}`, `silent ${n}`, n))
    const requests = share([...silent, waits('z', 'answered', 999)], inFlight(), { ...LIMITS, total: 1 }, (webhook) =>
      webhook === 'answered' ? 8 : 1,
    )
    expect(requests).toEqual({ answered: 1 })
  })

  it('skips a host without free slots, and divides the slots of a host among the owners that wait for it', () => {
    const at = (host: string, slots: number) => ({
      of: (url: string) => new URL(url).hostname,
      freeSlots: (of: string) => (of === host ? slots : 99),
    })
    const sharing = [
      { ...waits('a', 'a1', 1), url: 'https://full.example/1' },
      { ...waits('a', 'a2', 2), url: 'https://full.example:8443/2' },
      { ...waits('b', 'b1', 3), url: 'http://full.example/3' },
      { ...waits('a', 'a3', 4), url: 'https://other.example/' },
    ]
    const limitsAt = (slots: number) =>
      Object.fromEntries(
        fairShare(sharing, inFlight(), LIMITS, () => 10, at('full.example', slots)).map(({ webhook, limit }) => [
          webhook,
          limit,
        ]),
      )
    expect(limitsAt(0)).toEqual({ a3: 10 })
    expect(limitsAt(1)).toEqual({ a1: 1, a3: 10 })
    expect(limitsAt(3)).toEqual({ a1: 2, b1: 1, a3: 10 })
    expect(limitsAt(24)).toEqual({ a1: 7, a2: 5, b1: 10, a3: 8 })
    expect(limitsAt(8)).toEqual({ a1: 4, b1: 4, a3: 10 })
  })

  it('never exceeds a limit', () => {
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
        const requests = fairShare(waiting, of, limits, () => limits.perWebhook)
        const sum = (list: typeof requests) => list.reduce((total, { limit }) => total + limit, 0)
        expect(sum(requests)).toBeLessThanOrEqual(Math.max(0, limits.total - busy))
        for (const { webhook, limit } of requests) {
          expect(limit).toBeGreaterThan(0)
          expect(limit + of.ofWebhook()).toBeLessThanOrEqual(limits.perWebhook)
          expect(
            sum(requests.filter((request) => request.webhook[0] === webhook[0])) + of.ofOwner(),
          ).toBeLessThanOrEqual(limits.perOwner)
        }
        // Free slots are used.
        const idle = busy === 0 && waiting.length > 0
        if (idle) expect(requests.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('nextWindow', () => {
  it('halves after each attempt without a response and doubles after each response', () => {
    const windows = [8]
    for (const answered of [false, false, false, false, true, true, true, true])
      windows.push(nextWindow(windows.at(-1) ?? 0, answered, LIMITS))
    expect(windows).toEqual([8, 4, 2, 1, 1, 2, 4, 8, 10])
  })
})
