import { openRedisCounters } from '@shortlink/adapters/rate-limits'
import { hmacSecrets } from '@shortlink/adapters/security'
import { expect, it, onTestFinished } from 'vitest'
import { createNetworkLimit } from '../../hosts/http/limits/network-limit.ts'
import { sharedLimits } from '../../hosts/http/limits/shared/shared-limits.ts'
import { startRedis } from '../support/redis.ts'

const { digest } = hmacSecrets('a pepper for tests, 32 bytes or more')
const PATIENT_MS = 60_000
const HOUR_MS = 3_600_000

/** Opens the limits of a replica that counts in this Redis. */
async function limitsAt(url: string) {
  const outages: string[] = []
  const counters = await openRedisCounters({
    url,
    digest,
    timeoutMs: PATIENT_MS,
    onAway: (reason) => outages.push(reason),
    onBack: () => outages.push('back'),
  })
  const limits = sharedLimits(counters)
  onTestFinished(() => {
    limits.close?.()
    counters.close()
  })
  return { limits, outages }
}

it('calls from any networks get the same states as of a limit in memory', async () => {
  const { url } = await startRedis()
  const { limits } = await limitsAt(url)
  const options = { perWindow: 3, windowMs: HOUR_MS }
  const [shared, local] = [
    limits.perNetwork('calls', options),
    createNetworkLimit({ ...options, clock: { now: () => 0 } }),
  ]
  const addresses = ['203.0.113.7', '203.0.113.8', '2001:db8:7::1', '2001:db8:7::2']
  for (let site = 1; site < 15; site += 1) addresses.push(`2001:db8:7:${site.toString(16)}::1`)
  for (let call = 0; call < 400; call += 1) {
    // A fixed sequence that visits each address with each number of calls.
    const [ip, n, subject] = [
      addresses[(call * 7) % addresses.length] as string,
      (call * 5) % 4,
      call % 11 === 0 ? 's' : '',
    ]
    const { resetSeconds, ...state } = await shared.take(ip, n, subject)
    const { resetSeconds: _, ...expected } = local.take(ip, n, subject)
    expect(state, `call ${call}: ${n} from ${ip}`).toEqual(expected)
    expect(resetSeconds).toBeGreaterThan(3000)
  }
})

it('a window starts with its first call that counts, and the next one when it has ended', async () => {
  const redis = await startRedis()
  const { limits } = await limitsAt(redis.url)
  const limit = limits.perKey('calls', { perWindow: 2, windowMs: HOUR_MS })
  expect(await limit.take('a', 0)).toEqual({ allowed: true, limit: 2, remaining: 2, resetSeconds: 3600 })
  expect(await redis.limitKeys()).toEqual([])
  expect(await limit.take('a', 3)).toMatchObject({ allowed: false, remaining: 2 })
  expect(await redis.limitKeys()).toEqual([])
  expect(await limit.take('a')).toMatchObject({ allowed: true, remaining: 1 })
  const [key = ''] = await redis.limitKeys()
  await redis.run('PEXPIRE', key, '1800000')
  expect(await limit.take('a')).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 1800 })
  expect(await limit.take('a')).toMatchObject({ allowed: false, resetSeconds: 1800 })
  await redis.endWindows()
  expect(await limit.take('a')).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 3600 })
})

it('a store that lost the script gets it again, and calls notice nothing', async () => {
  const redis = await startRedis()
  const { limits, outages } = await limitsAt(redis.url)
  const limit = limits.perKey('calls', { perWindow: 2, windowMs: HOUR_MS })
  await limit.take('a')
  await redis.run('SCRIPT', 'FLUSH')
  expect(await limit.take('a')).toMatchObject({ allowed: true, remaining: 0 })
  expect(outages).toEqual([])
})

it('each call takes one command', async () => {
  const redis = await startRedis()
  const { limits } = await limitsAt(redis.url)
  const limit = limits.perNetwork('calls', { perWindow: 100, windowMs: HOUR_MS })
  const evaluations = async () =>
    Number(/evalsha:calls=(\d+)/.exec((await redis.run('INFO', 'commandstats')).join('\n'))?.[1])
  const before = await evaluations()
  for (let call = 0; call < 10; call += 1) await limit.take('2001:db8::1')
  expect(await evaluations()).toBe(before + 10)
})
