import { aHit, newLink } from '@shortlink/core/contracts'
import { JOBS, visitorsFrom } from '@shortlink/core/host'
import { expect, it } from 'vitest'
import { type TestPorts, testPorts } from '../../support/ports.ts'

const DAY = 24 * 60 * 60 * 1000
const MIDNIGHT = Date.UTC(2026, 0, 1)

/** Ports whose clock stands at noon, with a link that was visited some days before, at noon and at midnight. */
async function visited(visits: Partial<TestPorts['policy']['visits']>, ...daysBefore: readonly number[]) {
  const plain = testPorts()
  const ports = { ...plain, policy: { ...plain.policy, visits: { ...plain.policy.visits, ...visits } } }
  const { id } = await newLink(ports.store)
  const times = daysBefore.flatMap((days) => [MIDNIGHT - days * DAY, MIDNIGHT - (days - 0.5) * DAY])
  await ports.store.hits.record(times.map((at) => ({ ...aHit(id, { at }), visitor: 1n })))
  const left = async () => {
    const hits = await ports.store.hits.listByLink(id, { skip: 0, take: 99 })
    return hits.toReversed().map(({ at, ip }) => [(MIDNIGHT - at) / DAY, ip])
  }
  return { ports, left }
}

async function runJobs(ports: TestPorts, trusted: () => number | undefined = () => ports.clock.now()) {
  const log = { info: () => {}, warn: () => {} }
  const more = { expiryTime: async () => trusted(), sleep: async () => {}, log }
  for (const job of JOBS.filter(({ atStart }) => atStart))
    await job.run({ ...ports, ...more, signal: new AbortController().signal })
}

const IP = '203.0.113.7'
const NETWORK = '203.0.113.0'

it('visits and addresses stay for ever unless the operator limits them', async () => {
  const { ports, left } = await visited({}, 2000)
  await runJobs(ports)
  expect(await left()).toEqual([
    [2000, IP],
    [1999.5, IP],
  ])
  expect(await ports.store.hitRetention.keptFrom()).toBeNull()
})

it('whole UTC days of visits are removed once all of their visits are older than the retention', async () => {
  const { ports, left } = await visited({ retentionDays: 30 }, 32, 31, 30)
  await runJobs(ports)
  expect(await left()).toEqual([
    [30, IP],
    [29.5, IP],
  ])
  expect(await ports.store.hitRetention.keptFrom()).toBe(MIDNIGHT - 30 * DAY)
})

it('addresses are cut to the hour once they are older than their retention', async () => {
  const { ports, left } = await visited({ ipRetentionDays: 7 }, 8, 7)
  ports.clock.advance(60_000)
  await runJobs(ports)
  expect(await left()).toEqual([
    [8, NETWORK],
    [7.5, NETWORK],
    [7, NETWORK],
    [6.5, NETWORK],
  ])
})

it('a clock that is ahead, as a machine may start with, removes no visits and cuts no addresses before it can be trusted', async () => {
  const { ports, left } = await visited({ retentionDays: 30, ipRetentionDays: 7 }, 31)
  ports.clock.advance(365 * DAY)
  await runJobs(ports, () => undefined)
  expect(await left()).toHaveLength(2)
  expect((await left()).map(([, ip]) => ip)).toEqual([IP, IP])
  await runJobs(ports, () => MIDNIGHT - 2 * DAY)
  expect(await left()).toHaveLength(2)
  expect((await left()).map(([, ip]) => ip)).toEqual([NETWORK, NETWORK])
})

it('visitors are counted from the day of the first run on, and not without the setting', async () => {
  const { ports } = await visited({})
  expect(await visitorsFrom(ports)).toBeNull()
  await runJobs(ports)
  ports.clock.advance(3 * DAY)
  await runJobs(ports)
  expect(await visitorsFrom(ports)).toBe(MIDNIGHT)

  const { ports: off } = await visited({ countsVisitors: false })
  await runJobs(off)
  expect(await visitorsFrom(off)).toBeNull()
  // Nor once the setting is off.
  const policy = { ...ports.policy, visits: { ...ports.policy.visits, countsVisitors: false } }
  expect(await visitorsFrom({ store: ports.store, policy })).toBeNull()
})

it('what visitors were counted by is there for 22 hours after its day, and gone before it is 48 hours old', async () => {
  const { ports } = await visited({}, 0)
  const day = MIDNIGHT / DAY
  await ports.store.hits.salt(day, 'first')
  const saltAfter = async (hours: number) => {
    ports.clock.advance(MIDNIGHT + hours * 3_600_000 - ports.clock.now())
    await runJobs(ports)
    return ports.store.hits.salt(day, `of hour ${hours}`)
  }
  expect(await saltAfter(45)).toBe('first')
  expect(await saltAfter(46)).toBe('of hour 46')
})
