import type { Caller } from '@shortlink/core'
import type { GraphqlLimits, Quota } from '../graphql/quotas.ts'
import type { Tally } from '../metrics/meters.ts'
import type { Settings } from '../settings.ts'
import { networkOf } from './client-ip.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createRateLimit, type RateLimit, type Taken } from './rate-limit.ts'

type LimitName = keyof Settings & `RATELIMIT_${string}_PER_MIN`

/** Every rate limit of the service, as the settings have them; counters are this process's own. */
export function createLimits(settings: Settings, refused: Tally) {
  const limit = (name: LimitName) => {
    const label = name.slice('RATELIMIT_'.length, -'_PER_MIN'.length).toLowerCase()
    return createRateLimit({ perWindow: settings[name], onRefused: () => refused.add(label) })
  }
  const [graphql, bulk, auth, mcp] = [
    limit('RATELIMIT_GRAPHQL_PER_MIN'),
    limit('RATELIMIT_BULK_PER_MIN'),
    limit('RATELIMIT_AUTH_PER_MIN'),
    limit('RATELIMIT_MCP_PER_MIN'),
  ]
  const logins = createLoginThrottle({ perMinute: settings.RATELIMIT_AUTH_PER_MIN })
  const limits: GraphqlLimits = {
    admitLogin: (account, clientIp) => toQuota(logins.admit(account, networkOf(clientIp))),
    countFailedLogin: logins.countFailure,
    consume(kind, count, { caller, clientIp }) {
      const taken =
        kind === 'auth'
          ? auth.take(networkOf(clientIp), count)
          : (kind === 'bulk' ? bulk : graphql).take(identityOf(caller, clientIp), count)
      return toQuota(taken)
    },
  }
  return {
    redirect: perNetwork(limit('RATELIMIT_REDIRECT_PER_MIN')),
    qr: perNetwork(limit('RATELIMIT_PUBLIC_PER_MIN')),
    bio: perNetwork(limit('RATELIMIT_PUBLIC_PER_MIN')),
    graphql: limits,
    mcp: { requests: mcp, bulk: { take: (user: string, count?: number) => bulk.take(`user ${user}`, count) } },
  }
}

const toQuota = (taken: Taken): Quota | undefined =>
  taken.limit === 0 ? undefined : { ...taken, reset: taken.resetSeconds }

const perNetwork = (limit: RateLimit): RateLimit => ({ take: (ip, count) => limit.take(networkOf(ip), count) })

/** An account is one caller wherever it calls from. The prefix keeps accounts from being taken for addresses. */
const identityOf = (caller: Caller, clientIp: string) =>
  caller.kind === 'user' ? `user ${caller.userId}` : networkOf(clientIp)
