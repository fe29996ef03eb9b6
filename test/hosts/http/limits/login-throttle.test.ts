import { describe, expect, it } from 'vitest'
import { createLoginThrottle } from '../../../../hosts/http/limits/login-throttle.ts'
import { memoryInUse } from '../../../support/memory.ts'

const MINUTE = 60_000

function throttleAt(perMinute = 10) {
  const clock = { at: 0, now: () => clock.at }
  const throttle = createLoginThrottle({ perMinute, clock })
  const miss = (times: number, account = 'ada@example.com') => {
    for (let miss = 0; miss < times; miss += 1) throttle.countFailure(account)
  }
  return {
    clock,
    miss,
    admits: async (ip: string, account = 'ada@example.com') => (await throttle.admit(account, ip)).allowed,
  }
}

describe('guesses at a password', () => {
  it('login attempts pass while an account has few failures', async () => {
    const { miss, admits } = throttleAt()
    miss(49)
    for (let guess = 0; guess < 100; guess += 1) expect(await admits('203.0.113.1')).toBe(true)
  })

  it('login attempts are limited to one a minute per address after fifty failures in an hour', async () => {
    const { clock, miss, admits } = throttleAt()
    miss(50)
    expect(await admits('203.0.113.1')).toBe(true)
    expect(await admits('203.0.113.1')).toBe(false)
    clock.at = MINUTE
    expect(await admits('203.0.113.1')).toBe(true)
  })

  it('the login throttle locks the owner out for at most a minute', async () => {
    const { clock, miss, admits } = throttleAt()
    for (let minute = 0; minute < 120; minute += 1) {
      clock.at = minute * MINUTE
      miss(1000)
      expect(await admits('198.51.100.1')).toBe(true)
    }
  })

  it('login failures expire after an hour, and do not affect other accounts', async () => {
    const { clock, miss, admits } = throttleAt()
    miss(50)
    for (let guess = 0; guess < 5; guess += 1) expect(await admits('203.0.113.1', 'bo@example.com')).toBe(true)
    clock.at = 60 * MINUTE
    for (let guess = 0; guess < 5; guess += 1) expect(await admits('203.0.113.1')).toBe(true)
  })

  it('login failures are not counted when the limit is off', async () => {
    const { miss, admits } = throttleAt(0)
    miss(1000)
    for (let guess = 0; guess < 5; guess += 1) expect(await admits('203.0.113.1')).toBe(true)
  })

  it('the login throttle uses bounded memory for any number of accounts and addresses', async () => {
    const throttle = createLoginThrottle({ perMinute: 1 })
    const before = memoryInUse()
    for (let account = 0; account < 50_000; account += 1) {
      const name = `${account}@${'x'.repeat(1000)}`
      for (let miss = 0; miss < 5; miss += 1) throttle.countFailure(name)
      await throttle.admit(name, '203.0.113.1')
    }
    expect(memoryInUse() - before).toBeLessThan(32 * 2 ** 20)
    throttle.countFailure('still in use')
  })
})
