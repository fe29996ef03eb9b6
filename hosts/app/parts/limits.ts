import type { SharedCounters } from '@shortlink/adapters/kit'
import type { Secrets } from '@shortlink/core/ports'
import type { Log } from '../../kit/log.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Opens the store in which replicas share the counters of rate limits; undefined without one.
 * @param timeoutMs how long a call may take, if not as long as by default
 */
export async function openLimitCounters(
  { RATELIMIT_STORE: url }: Settings,
  log: Log,
  { digest }: Secrets,
  timeoutMs?: number,
): Promise<SharedCounters | undefined> {
  if (url === undefined) return undefined
  const { openRedisCounters } = await import('@shortlink/adapters/rate-limits')
  return openRedisCounters({
    url,
    digest,
    ...(timeoutMs !== undefined && { timeoutMs }),
    onAway: (reason) =>
      log.error({ reason }, 'RATELIMIT_STORE cannot be used: until it is back, each replica limits by itself'),
    onBack: () => log.info('RATELIMIT_STORE is back: rate limits hold over all replicas'),
  })
}
