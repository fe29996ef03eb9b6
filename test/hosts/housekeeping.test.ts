import { openMemoryStore } from '@shortlink/adapters/memory'
import { systemClock } from '@shortlink/adapters/system'
import { REPLAY_WINDOW_MS } from '@shortlink/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startHousekeeping } from '../../hosts/housekeeping.ts'
import { createLog } from '../../hosts/log.ts'
import { newUser, testPorts } from '../support/ports.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** Both clocks go on, and the timers with them. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** The machine's clock, which is the store's too here, is set; no time passes. */
const setClock = (ms: number) => vi.setSystemTime(Date.now() + ms)

async function house() {
  const { clock: _, ...ports } = testPorts({ store: openMemoryStore() })
  const stop = startHousekeeping({ ...ports, clock: systemClock }, createLog('silent'))
  await ports.store.revokedTokens.add('token', Date.now() + 7 * DAY)
  return { store: ports.store, stop, isRevoked: () => ports.store.revokedTokens.has('token') }
}

it('a revoked token stays revoked though the clock was 8 days ahead through housekeeping and was then set right', async () => {
  const { isRevoked, stop } = await house()
  await pass(3 * HOUR)
  setClock(8 * DAY)
  await pass(30 * 60_000)
  setClock(-8 * DAY)
  await pass(3 * HOUR)
  expect(await isRevoked()).toBe(true)
  stop()
})

it('a revoked token stays revoked though the clock was ahead when the server started, and was set within the hour', async () => {
  setClock(8 * DAY)
  const { store, stop } = await house()
  await store.revokedTokens.add('earlier', Date.now() - DAY)
  await pass(50 * 60_000)
  expect(await store.revokedTokens.has('earlier')).toBe(true)
  setClock(-8 * DAY)
  await pass(3 * HOUR)
  expect(await store.revokedTokens.has('earlier')).toBe(true)
  stop()
})

it('a database clock that is ahead by itself deletes nothing', async () => {
  const { store, isRevoked, stop } = await house()
  store.now = async () => Date.now() + 30 * DAY
  await pass(5 * HOUR)
  expect(await isRevoked()).toBe(true)
  stop()
})

it('idempotency keys and revoked tokens are deleted within two hours of their expiry under steady clocks', async () => {
  const { store, isRevoked, stop } = await house()
  const caller = (await newUser(testPorts({ store }))).userId
  const claim = { caller, operation: 'o', key: 'k', fingerprint: 'f', at: Date.now() }
  await store.idempotencyKeys.keep(claim, '{}')
  const isKept = async () => (await store.idempotencyKeys.claim(claim, 0)) !== undefined
  await pass(REPLAY_WINDOW_MS - 60_000)
  expect(await isKept()).toBe(true)
  await pass(2 * HOUR)
  expect(await isKept()).toBe(false)
  await pass(6 * DAY)
  expect(await isRevoked()).toBe(false)
  stop()
})

it('unused shared texts of hits are swept every six hours under steady clocks, in steps, until a stop', async () => {
  const { store, stop } = await house()
  const sweeps: number[] = []
  let steps = 0
  Object.assign(store.hits, {
    async *sweep(at: number) {
      sweeps.push(at)
      for (let step = 0; step < 3; step += 1) {
        yield 0
        steps += 1
      }
    },
  })
  await pass(50 * 60_000)
  expect(sweeps).toEqual([])
  await pass(10 * 60_000)
  await vi.waitFor(() => expect(steps).toBe(3))
  await pass(5 * HOUR)
  expect(sweeps).toHaveLength(1)
  await pass(2 * HOUR)
  await vi.waitFor(() => expect(steps).toBe(6))
  expect(sweeps).toHaveLength(2)
  stop()
  await pass(DAY)
  expect(sweeps).toHaveLength(2)
})
