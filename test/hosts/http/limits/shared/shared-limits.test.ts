import type { SharedCounters } from '@shortlink/adapters/kit'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createReconciledLimit } from '../../../../../hosts/http/limits/shared/reconciled-limit.ts'
import { sharedLimits } from '../../../../../hosts/http/limits/shared/shared-limits.ts'

/** A store in memory with the time of a clock, which can be away. */
function memoryCounters(clock: { at: number }) {
  const windows = new Map<string, { used: number; endsAt: number }>()
  const store = {
    isUp: true,
    calls: 0,
    used: (key: string) => windows.get(key)?.used ?? 0,
    async take(counts: Parameters<SharedCounters['take']>[0]) {
      if (!store.isUp) return undefined
      store.calls += 1
      const states = counts.map(({ key, n, limit, windowMs }) => {
        const open = windows.get(key)
        const window = open && open.endsAt > clock.at ? open : { used: 0, endsAt: clock.at + windowMs }
        return { key, n, window, fits: window.used + n <= limit }
      })
      const all = states.every(({ fits }) => fits)
      return states.map(({ key, n, window, fits }) => {
        if (all && n > 0) windows.set(key, { ...window, used: window.used + n })
        return { fits, used: window.used + (all ? n : 0), endsInMs: window.endsAt - clock.at }
      })
    },
    close() {},
  }
  return store
}

/** Replicas that limit redirects to 100 a minute. */
function replicas(count: number) {
  const clock = { at: 0, now: () => clock.at }
  const store = memoryCounters(clock)
  const limits = Array.from({ length: count }, () =>
    createReconciledLimit('redirect', { perWindow: 100, clock }, store),
  )
  /** Sends redirects to a replica; returns how many it admitted. */
  const send = (replica: number, redirects: number) =>
    Array.from({ length: redirects }, () => limits[replica]?.take('a').allowed).filter(Boolean).length
  const reconcile = async () => {
    for (const limit of limits) await limit.reconcile()
  }
  return { clock, store, limits, send, reconcile }
}

it.each([1, 2, 4])(
  '%i replicas admit too many redirects only as fast as one of them for a second each',
  async (count) => {
    const { clock, send, reconcile } = replicas(count)
    let admitted = 0
    for (let second = 0; second < 50; second += 1) {
      for (let replica = 0; replica < count; replica += 1) admitted += send(replica, 7)
      await reconcile()
      clock.at += 1000
    }
    expect(admitted).toBeGreaterThanOrEqual(100)
    expect(admitted).toBeLessThanOrEqual(100 + (count - 1) * 7)
  },
)

it('each replica admits at most the limit in a burst, and knows it a second later', async () => {
  const { send, reconcile } = replicas(3)
  expect([send(0, 150), send(1, 150), send(2, 60)]).toEqual([100, 100, 60])
  await reconcile()
  await reconcile()
  expect([send(0, 1), send(1, 1), send(2, 1)]).toEqual([0, 0, 0])
})

it('replicas end a window together, and calls of an ended window do not count in the next one', async () => {
  const { clock, store, send, reconcile } = replicas(2)
  send(0, 60)
  await reconcile()
  clock.at = 30_000
  expect(send(1, 100)).toBe(100)
  await reconcile()
  expect(send(1, 1)).toBe(0)
  clock.at = 59_900
  expect(send(0, 30)).toBe(30)
  clock.at = 60_000
  await reconcile()
  expect(send(0, 1) + send(1, 1)).toBe(2)
  await reconcile()
  expect(store.used('a')).toBe(2)
})

it('redirects that are admitted while the store replies count on', async () => {
  const { limits, store, send, reconcile } = replicas(1)
  send(0, 50)
  const reconciled = limits[0]?.reconcile()
  expect(send(0, 30)).toBe(30)
  await reconciled
  expect(send(0, 100)).toBe(20)
  await reconcile()
  expect(store.used('a')).toBe(100)
})

it('redirects keep their local limit while the store is away', async () => {
  const { store, send, reconcile } = replicas(2)
  store.isUp = false
  expect(send(0, 60)).toBe(60)
  await reconcile()
  expect([send(0, 60), send(1, 120)]).toEqual([40, 100])
})

it('redirects of many addresses are reconciled in batches, and quiet addresses not at all', async () => {
  const { limits, store } = replicas(1)
  for (let address = 0; address < 1001; address += 1) limits[0]?.take(`203.0.${address}`)
  await limits[0]?.reconcile()
  expect(store.calls).toBe(11)
  await limits[0]?.reconcile()
  expect(store.calls).toBe(11)
})

it('a limit of 0 asks no store, and a rejected call is reported once', async () => {
  const store = memoryCounters({ at: 0 })
  const limits = sharedLimits(store)
  onTestFinished(() => limits.close?.())
  const onRejected = vi.fn()
  for (const limit of [limits.perKey('off', { perWindow: 0 }), limits.perNetwork('off', { perWindow: 0 })])
    expect(limit.take('2001:db8::1', 1000)).toMatchObject({ allowed: true, limit: 0 })
  expect(store.calls).toBe(0)
  const limit = limits.perNetwork('calls', { perWindow: 1, onRejected })
  await limit.take('2001:db8::1')
  expect(onRejected).not.toHaveBeenCalled()
  await limit.take('2001:db8::1')
  expect(onRejected).toHaveBeenCalledTimes(1)
  expect(limits.reading?.()).toEqual({ isUp: true, localCalls: 0 })
})
