import { storeClock } from '@shortlink/adapters/system'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('two replicas whose clocks differ by a minute agree on the time, and so on leases', async () => {
  const database = { now: async () => 1_000_000 + performance.now() }
  const one = await storeClock(database)
  vi.setSystemTime(Date.now() + 60_000)
  const other = await storeClock(database)
  expect(Math.abs(one.now() - other.now())).toBeLessThan(10)
  one.stop()
  other.stop()
})

it('the clock follows the store’s when that is set, and goes on evenly while the store is away', async () => {
  let ahead = 0
  const store = { now: vi.fn(async () => 1_000_000 + ahead + performance.now()) }
  const clock = await storeClock(store)
  const start = clock.now()
  store.now.mockRejectedValue(new Error('away'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(clock.now() - start).toBe(20_000)
  ahead = -86_400_000
  store.now.mockImplementation(async () => 1_000_000 + ahead + performance.now())
  await vi.advanceTimersByTimeAsync(5_000)
  expect(clock.now() - start).toBe(25_000 - 86_400_000)
  clock.stop()
})
