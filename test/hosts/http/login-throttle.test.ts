import { describe, expect, it } from 'vitest'
import { createLoginThrottle } from '../../../hosts/http/login-throttle.ts'
import { memoryInUse } from '../../support/memory.ts'

const MINUTE = 60_000

function throttleAt(perMinute = 10) {
  const clock = { at: 0, now: () => clock.at }
  const throttle = createLoginThrottle({ perMinute, clock })
  const miss = (times: number, account = 'ada@example.com') => {
    for (let miss = 0; miss < times; miss += 1) throttle.countFailure(account)
  }
  return { clock, miss, admits: (ip: string, account = 'ada@example.com') => throttle.admit(account, ip).allowed }
}

describe('guesses at a password', () => {
  it('are left to the limits of addresses until there were many', () => {
    const { miss, admits } = throttleAt()
    miss(49)
    for (let guess = 0; guess < 100; guess += 1) expect(admits('203.0.113.1')).toBe(true)
  })

  it('are one a minute from each address after fifty wrong ones in an hour', () => {
    const { clock, miss, admits } = throttleAt()
    miss(50)
    expect(admits('203.0.113.1')).toBe(true)
    expect(admits('203.0.113.1')).toBe(false)
    clock.at = MINUTE
    expect(admits('203.0.113.1')).toBe(true)
  })

  it('never keep the owner out for longer than a minute', () => {
    const { clock, miss, admits } = throttleAt()
    for (let minute = 0; minute < 120; minute += 1) {
      clock.at = minute * MINUTE
      miss(1000)
      expect(admits('198.51.100.1')).toBe(true)
    }
  })

  it('are forgotten after an hour, and other accounts never know of them', () => {
    const { clock, miss, admits } = throttleAt()
    miss(50)
    for (let guess = 0; guess < 5; guess += 1) expect(admits('203.0.113.1', 'bo@example.com')).toBe(true)
    clock.at = 60 * MINUTE
    for (let guess = 0; guess < 5; guess += 1) expect(admits('203.0.113.1')).toBe(true)
  })

  it('are not counted where the limit is off', () => {
    const { miss, admits } = throttleAt(0)
    miss(1000)
    for (let guess = 0; guess < 5; guess += 1) expect(admits('203.0.113.1')).toBe(true)
  })

  it('take little memory, however many accounts and addresses there are', () => {
    const throttle = createLoginThrottle({ perMinute: 1 })
    const before = memoryInUse()
    for (let account = 0; account < 50_000; account += 1) {
      const name = `${account}@${'x'.repeat(1000)}`
      for (let miss = 0; miss < 5; miss += 1) throttle.countFailure(name)
      throttle.admit(name, '203.0.113.1')
    }
    expect(memoryInUse() - before).toBeLessThan(32 * 2 ** 20)
    throttle.countFailure('still in use')
  })
})
