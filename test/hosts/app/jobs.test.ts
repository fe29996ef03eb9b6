import { openMemoryStore } from '@shortlink/adapters/memory'
import { systemClock } from '@shortlink/adapters/system'
import { JOBS, type Job } from '@shortlink/core/host'
import type { Store } from '@shortlink/core/ports'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startJobs } from '../../../hosts/app/jobs.ts'
import { createLog } from '../../../hosts/kit/log.ts'
import { steadyTime } from '../../../hosts/kit/steady-time.ts'
import { newUser, testPorts } from '../../support/ports.ts'
import { waitFor } from '../../support/wait-for.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Without those of every two seconds, of which a week has too many. */
const SLOW_JOBS = JOBS.filter(({ everyMs }) => everyMs > 60_000)

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** Both clocks go on, and the timers with them. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** The machine's clock, which is the store's too here, is set; no time passes. */
const setClock = (ms: number) => vi.setSystemTime(Date.now() + ms)

const isRevoked = async ({ sessions }: Store, token: string) => (await sessions.find(token)).isRevoked

async function house() {
  const { clock: _, ...ports } = testPorts({ store: openMemoryStore() })
  const expiryTime = steadyTime(ports.store, systemClock)
  await expiryTime()
  const jobs = startJobs(SLOW_JOBS, { ...ports, clock: systemClock, expiryTime }, createLog('silent'))
  const stop = () => jobs.stop(0)
  await ports.store.sessions.revoke('token', Date.now() + 7 * DAY)
  return { store: ports.store, stop, isRevoked: () => isRevoked(ports.store, 'token') }
}

it('a revoked token stays revoked though the clock was 8 days ahead for a while and was then set right', async () => {
  const { isRevoked, stop } = await house()
  await pass(3 * HOUR)
  setClock(8 * DAY)
  await pass(30 * 60_000)
  setClock(-8 * DAY)
  await pass(3 * HOUR)
  expect(await isRevoked()).toBe(true)
  await stop()
})

it('a revoked token stays revoked though the clock was ahead when the server started, and was set within the hour', async () => {
  setClock(8 * DAY)
  const { store, stop } = await house()
  await store.sessions.revoke('earlier', Date.now() - DAY)
  await pass(50 * 60_000)
  expect(await isRevoked(store, 'earlier')).toBe(true)
  setClock(-8 * DAY)
  await pass(3 * HOUR)
  expect(await isRevoked(store, 'earlier')).toBe(true)
  await stop()
})

/** A server on the store that runs its jobs for some minutes and stops. */
async function serveFor(minutes: number, store: Store) {
  const { clock: _, ...ports } = testPorts({ store })
  const expiryTime = steadyTime(store, systemClock)
  await expiryTime()
  const jobs = startJobs(SLOW_JOBS, { ...ports, clock: systemClock, expiryTime }, createLog('silent'))
  await pass(minutes * 60_000)
  await jobs.stop(0)
}

it('servers that live for less than an hour forget what has expired, an hour after the first has started', async () => {
  const store = openMemoryStore()
  await store.sessions.revoke('expired', Date.now() - 2 * HOUR)
  await serveFor(40, store)
  expect(await isRevoked(store, 'expired')).toBe(true)
  await pass(10 * 60_000)
  await serveFor(40, store)
  expect(await isRevoked(store, 'expired')).toBe(false)
})

it('a server whose clock is ahead at its start, after another has run for hours, forgets by the time that the other knew', async () => {
  const store = openMemoryStore()
  await serveFor(3 * 60, store)
  await store.sessions.revoke('valid', Date.now() + DAY)
  await store.sessions.revoke('expired', Date.now() - HOUR)
  setClock(8 * DAY)
  await serveFor(40, store)
  await pass(20 * 60_000)
  await serveFor(40, store)
  const are = ['valid', 'expired'].map((token) => isRevoked(store, token))
  expect(await Promise.all(are)).toEqual([true, false])
})

it('a server whose clock is behind the time known before forgets nothing within its first hour', async () => {
  const store = openMemoryStore()
  await serveFor(3 * 60, store)
  setClock(-DAY)
  await store.sessions.revoke('expired', Date.now() - 2 * HOUR)
  await serveFor(40, store)
  expect(await isRevoked(store, 'expired')).toBe(true)
})

it('a database clock that is ahead by itself deletes nothing', async () => {
  const { store, isRevoked, stop } = await house()
  store.now = async () => Date.now() + 30 * DAY
  await pass(5 * HOUR)
  expect(await isRevoked()).toBe(true)
  await stop()
})

it('idempotency keys and revoked tokens are deleted within two hours of their expiry under steady clocks', async () => {
  const { store, isRevoked, stop } = await house()
  const caller = (await newUser(testPorts({ store }))).userId
  const claim = { caller, operation: 'o', key: 'k', fingerprint: 'f', at: Date.now() }
  await store.idempotencyKeys.keep(claim, '{}')
  const isKept = async () => (await store.idempotencyKeys.claim(claim, 0)) !== undefined
  await pass(DAY - 60_000)
  expect(await isKept()).toBe(true)
  await pass(2 * HOUR)
  expect(await isKept()).toBe(false)
  await pass(6 * DAY)
  expect(await isRevoked()).toBe(false)
  await stop()
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
  await waitFor(() => expect(steps).toBe(3))
  await pass(5 * HOUR)
  expect(sweeps).toHaveLength(1)
  await pass(2 * HOUR)
  await waitFor(() => expect(steps).toBe(6))
  expect(sweeps).toHaveLength(2)
  await stop()
  await pass(DAY)
  expect(sweeps).toHaveLength(2)
})

it('what deletions left is removed every two seconds, with a pause after each step, and logged when it was much', async () => {
  const ports = testPorts()
  const runs: number[] = []
  let steps = 0
  Object.assign(ports.store.removals, {
    async *run() {
      runs.push(Date.now())
      for (; steps < 5; steps += 1) yield 4000
    },
  })
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const runner = startJobs(JOBS, { ...ports, expiryTime: async () => undefined }, log)
  expect(runs).toEqual([])
  await pass(2000)
  await waitFor(() => expect(lines.join('')).toContain('"rows":20000'))
  expect([runs.length, steps]).toEqual([1, 5])
  await pass(2000)
  await waitFor(() => expect(runs).toHaveLength(2))
  await runner.stop(0)
  expect(lines).toHaveLength(1)
})

it('a removal ends after the step under way when the server stops', async () => {
  const ports = testPorts()
  let steps = 0
  const runner = { stop: async (_graceMs: number) => {} }
  Object.assign(ports.store.removals, {
    async *run() {
      for (;;) {
        steps += 1
        if (steps === 3) runner.stop(0)
        yield 1
      }
    },
  })
  Object.assign(runner, startJobs(JOBS, { ...ports, expiryTime: async () => undefined }, createLog('silent')))
  await pass(2000)
  await waitFor(() => expect(steps).toBe(3))
  await pass(10_000)
  expect(steps).toBe(3)
})

/** Runs the jobs over ports of a test; returns the lines of its log. */
function started(...jobs: readonly Job[]) {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const runner = startJobs(jobs, { ...testPorts(), expiryTime: async () => undefined }, log)
  return { runner, lines }
}

it('a job that fails is logged and run again, and holds up no other', async () => {
  const runs: string[] = []
  const failing: Job = {
    name: 'fail',
    everyMs: 1000,
    run: () => {
      runs.push('fail')
      throw new Error('no luck')
    },
  }
  const other: Job = { name: 'count', everyMs: 1000, run: async () => runs.push('count') }
  const { runner, lines } = started(failing, other)
  await pass(2500)
  expect(runs).toEqual(['fail', 'count', 'fail', 'count'])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ work: 'fail' }, { work: 'fail' }])
  await runner.stop(0)
})

it('a job that begins at the start runs at once, and then at its interval', async () => {
  let runs = 0
  const { runner } = started({ name: 'begin', everyMs: 1000, atStart: true, run: async () => (runs += 1) })
  expect(runs).toBe(1)
  await pass(2500)
  expect(runs).toBe(3)
  await runner.stop(0)
})

it('a job is not run again while it runs, and a stop aborts it and waits for its end', async () => {
  let runs = 0
  const order: string[] = []
  const { promise: release, resolve: letItEnd } = Promise.withResolvers<void>()
  const { runner } = started({
    name: 'wait',
    everyMs: 1000,
    async run({ signal }) {
      runs += 1
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      order.push('aborted')
      await release
      order.push('ended')
    },
  })
  await pass(3500)
  expect(runs).toBe(1)
  const stopping = runner.stop(60_000).then(() => order.push('stopped'))
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  letItEnd()
  await stopping
  expect(order).toEqual(['aborted', 'ended', 'stopped'])
  await pass(5000)
  expect(runs).toBe(1)
})

it('a stop waits no longer than its grace for a job that hangs', async () => {
  const { runner } = started({ name: 'hang', everyMs: 1000, run: () => new Promise(() => {}) })
  await pass(1000)
  await runner.stop(10)
})

it('without payments nothing is bought and no customer is forgotten', async () => {
  const ports = testPorts()
  let asked = 0
  const count = async () => {
    asked += 1
    return []
  }
  Object.assign(ports.store.refillOrders, { claimDue: count })
  Object.assign(ports.store.subscriptions, { claimOrphans: count })
  const expiryTime = async () => undefined
  const runner = startJobs(JOBS, { ...ports, expiryTime }, createLog('silent'))
  await pass(10_000)
  expect(asked).toBe(0)
  await runner.stop(0)
  const paid = startJobs(
    JOBS,
    { ...ports, payments: { ...ports.payments, configured: true }, expiryTime },
    createLog('silent'),
  )
  await pass(2000)
  await waitFor(() => expect(asked).toBe(2))
  await paid.stop(0)
})

it('a job that outlives the grace of a stop fails without a line in the log, since the store is closed under it', async () => {
  const { promise: closed, reject: closeStore } = Promise.withResolvers<void>()
  const { runner, lines } = started({ name: 'outlive', everyMs: 1000, run: () => closed })
  await pass(1000)
  await runner.stop(10)
  closeStore(new Error('The store is closed'))
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  expect(lines).toEqual([])
})
