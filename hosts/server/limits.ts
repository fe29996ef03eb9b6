import type { Caller } from '@shortlink/core'
import { type GraphqlLimits, nearest, type Quota } from '../graphql/guard/quotas.ts'
import { createLoginThrottle } from '../http/login-throttle.ts'
import { createNetworkLimit, type NetworkLimit } from '../http/network-limit.ts'
import { createRateLimit, type RateLimit, type Taken } from '../http/redirect/rate-limit.ts'
import type { CounterMap } from '../metrics/meters.ts'
import type { Settings } from '../settings.ts'

type LimitName = keyof Settings & `RATELIMIT_${string}_PER_MIN`

/** Any other path may be asked for this many times as often as QR codes and bio pages. */
const OTHERS_PER_PUBLIC = 5

/** Every rate limit of the service, as the settings have them; counters are this process's own. */
export function createLimits(settings: Settings, refused: CounterMap) {
  const optionsOf = (name: LimitName) => {
    const label = name.slice('RATELIMIT_'.length, -'_PER_MIN'.length).toLowerCase()
    return { perWindow: settings[name], onRefused: () => refused.add(label) }
  }
  const perNetwork = (name: LimitName) => createNetworkLimit(optionsOf(name))
  const perUser = (name: LimitName) => createRateLimit(optionsOf(name))

  const [redirect, qr, bio, auth, anonymousCreate] = [
    perNetwork('RATELIMIT_REDIRECT_PER_MIN'),
    perNetwork('RATELIMIT_PUBLIC_PER_MIN'),
    perNetwork('RATELIMIT_PUBLIC_PER_MIN'),
    perNetwork('RATELIMIT_AUTH_PER_MIN'),
    perNetwork('RATELIMIT_ANONYMOUS_CREATE_PER_MIN'),
  ]
  const [graphqlOfUsers, bulkOfUsers] = [perUser('RATELIMIT_GRAPHQL_PER_MIN'), perUser('RATELIMIT_BULK_PER_MIN')]
  const graphql = perCaller(graphqlOfUsers, perNetwork('RATELIMIT_GRAPHQL_PER_MIN'))
  const bulk = perCaller(bulkOfUsers, perNetwork('RATELIMIT_BULK_PER_MIN'))
  const logins = createLoginThrottle({ perMinute: settings.RATELIMIT_AUTH_PER_MIN })

  const counters = {
    graphql,
    bulk,
    auth: (_caller, ip, count) => auth.take(ip, count),
    redirect: (_caller, ip, count) => redirect.take(ip, count),
    bio: (_caller, ip, count) => bio.take(ip, count),
  } satisfies Record<string, Counter>

  /** The request itself counts for its first creation. */
  function create(caller: Caller, ip: string, count: number): Quota | undefined {
    const requests = toQuota(graphql(caller, ip, count - 1))
    if (caller.kind === 'user' || requests?.allowed === false) return requests
    return nearest(requests, toQuota(anonymousCreate.take(ip, count)))
  }

  const limits: GraphqlLimits = {
    admitLogin: (account, clientIp) => toQuota(logins.admit(account, clientIp)),
    countFailedLogin: logins.countFailure,
    consume: (kind, count, { caller, clientIp }) =>
      kind === 'create' ? create(caller, clientIp, count) : toQuota(counters[kind](caller, clientIp, count)),
  }
  const others = createNetworkLimit({
    perWindow: OTHERS_PER_PUBLIC * settings.RATELIMIT_PUBLIC_PER_MIN,
    onRefused: () => refused.add('other'),
  })
  const other = (name: string): RateLimit => ({ take: (ip, count) => others.take(ip, count, name) })
  return {
    redirect,
    qr,
    bio,
    /** What has no limit of its own, such as a path, under its name; high enough for probes and proxies. */
    other,
    graphql: limits,
    mcp: {
      requests: perUser('RATELIMIT_MCP_PER_MIN'),
      bulk: { take: (user: string, count?: number) => bulkOfUsers.take(user, count) },
      refusals: other('refused by MCP'),
    },
  }
}

/** Counts calls of a caller from an address. */
type Counter = (caller: Caller, ip: string, count: number) => Taken

/** An account is one caller, from any address; callers without one are counted by network. */
const perCaller =
  (users: RateLimit, networks: NetworkLimit): Counter =>
  (caller, ip, count) =>
    caller.kind === 'user' ? users.take(caller.userId, count) : networks.take(ip, count)

const toQuota = (taken: Taken): Quota | undefined =>
  taken.limit === 0 ? undefined : { ...taken, reset: taken.resetSeconds }
