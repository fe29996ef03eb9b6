import { expect, it } from 'vitest'
import { ReplicationLag } from '../../../../adapters/postgres/replica/replication-lag.ts'

it('a standby is behind by the age of the oldest position that it has not replayed', () => {
  const lag = new ReplicationLag()
  lag.wrote(100, 0)
  expect(lag.replayed(100, 0)).toEqual({ ms: 0, isKnown: true })
  lag.wrote(200, 1000)
  lag.wrote(300, 2000)
  expect(lag.replayed(150, 5000)).toEqual({ ms: 4000, isKnown: true })
  expect(lag.replayed(200, 5000)).toEqual({ ms: 3000, isKnown: true })
  expect(lag.replayed(350, 5000)).toEqual({ ms: 0, isKnown: true })
})

it('an idle primary causes no lag, and the first change after a pause none of the pause', () => {
  const lag = new ReplicationLag()
  for (const atMs of [0, 1000, 900_000]) {
    lag.wrote(100, atMs)
    expect(lag.replayed(100, atMs).ms).toBe(0)
  }
  lag.wrote(200, 900_010)
  expect(lag.replayed(100, 900_015).ms).toBe(5)
})

it('a standby that stopped while the primary went idle stays behind', () => {
  const lag = new ReplicationLag()
  lag.wrote(100, 0)
  lag.replayed(100, 0)
  for (const atMs of [1000, 2000, 3000]) lag.wrote(200, atMs)
  expect(lag.replayed(199, 40_000).ms).toBe(39_000)
})

it('the lag is a minimum until the standby reaches a position that was noted', () => {
  const lag = new ReplicationLag()
  lag.wrote(100, 0)
  expect(lag.replayed(50, 20_000)).toEqual({ ms: 20_000, isKnown: false })
  lag.wrote(300, 20_000)
  expect(lag.replayed(100, 21_000)).toEqual({ ms: 1000, isKnown: true })
})

it('after a long outage of the standby the lag is still exact', () => {
  const lag = new ReplicationLag()
  for (let second = 0; second < 5000; second += 1) lag.wrote(second, second * 1000)
  expect(lag.replayed(-1, 5_000_000).ms).toBe(5_000_000)
  expect(lag.replayed(4999, 5_000_000).ms).toBe(0)
})
