import type { Secrets } from '@shortlink/core/ports'
import { type LimitFactory, localLimits } from '../../http/limits/limit-factory.ts'
import type { Log } from '../../kit/log.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Rate limits whose counters the replicas share, with a store for them.
 * @param timeoutMs how long a call of the store may take, if not as long as by default
 */
export async function openLimits(
  { RATELIMIT_STORE: url }: Settings,
  log: Log,
  { digest }: Secrets,
  timeoutMs?: number,
): Promise<LimitFactory> {
  if (url === undefined) return localLimits
  const [{ openRedisCounters }, { sharedLimits }] = await Promise.all([
    import('@shortlink/adapters/rate-limits'),
    import('../../http/limits/shared/shared-limits.ts'),
  ])
  const counters = await openRedisCounters({
    url,
    digest,
    ...(timeoutMs !== undefined && { timeoutMs }),
    onAway: (reason) =>
      log.error({ reason }, 'RATELIMIT_STORE cannot be used: until it is back, each replica limits by itself'),
    onBack: () => log.info('RATELIMIT_STORE is back: rate limits hold over all replicas'),
  })
  return sharedLimits(counters)
}
