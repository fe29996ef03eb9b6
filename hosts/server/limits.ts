import type { Caller } from '@shortlink/core'
import { limitKeyOf } from '@shortlink/core/host'
import type { Settings } from '../app/settings/settings.ts'
import type { GraphqlLimits } from '../graphql/guard/rate-limits.ts'
import { type LimitFactory, localLimits } from '../http/limits/limit-factory.ts'
import { createLoginThrottle, type LoginThrottle } from '../http/limits/login-throttle.ts'
import { createNetworkLimit, type NetworkLimit } from '../http/limits/network-limit.ts'
import type { PasswordThrottle } from '../http/redirect/password-form.ts'
import { nearest, type RateLimit, type SharedTaken } from '../http/redirect/rate-limit.ts'
import type { Meters } from '../metrics/meters.ts'

type LimitName = keyof Settings & `RATELIMIT_${string}_PER_MIN`

/** The limit of each other path, as a multiple of the limit on QR codes and bio pages. */
const OTHER_PATHS_FACTOR = 5

const HOUR_MS = 3_600_000

/** Guard of link passwords while no limit on logins is set: logins may have another guard in front, links have none. */
const GUARD_PER_MIN = 10

export type Limits = ReturnType<typeof createLimits>

/**
 * Every rate limit of the service, from the settings.
 * @param factory decides whether the counters belong to this process, as by default, or to all replicas
 */
export function createLimits(
  settings: Settings,
  { rejections, refusals }: Pick<Meters, 'rejections' | 'refusals'>,
  factory: LimitFactory = localLimits,
) {
  const optionsOf = (name: LimitName) => {
    const label = name.slice('RATELIMIT_'.length, -'_PER_MIN'.length).toLowerCase()
    return { perWindow: settings[name], onRejected: () => rejections.add(label) }
  }
  const perNetwork = (name: LimitName, id: string = name) => factory.perNetwork(id, optionsOf(name))
  const perUser = (name: LimitName) => factory.perKey(`${name} of users`, optionsOf(name))

  const redirect = factory.atOncePerNetwork('redirect', optionsOf('RATELIMIT_REDIRECT_PER_MIN'))
  const bio = perNetwork('RATELIMIT_PUBLIC_PER_MIN', 'bio')
  const bulkOfUsers = perUser('RATELIMIT_BULK_PER_MIN')
  const logins = createLoginThrottle({ perMinute: settings.RATELIMIT_AUTH_PER_MIN, name: 'login', factory })
  const passwords = linkPasswords(perNetwork('RATELIMIT_PASSWORD_PER_MIN'), {
    perMinute: settings.RATELIMIT_AUTH_PER_MIN || GUARD_PER_MIN,
    name: 'link password',
    factory,
  })
  // Limits that protect this process from work count in it.
  const others = createNetworkLimit({
    perWindow: OTHER_PATHS_FACTOR * settings.RATELIMIT_PUBLIC_PER_MIN,
    onRejected: () => rejections.add('other'),
  })
  const requests = perCaller(perUser('RATELIMIT_GRAPHQL_PER_MIN'), perNetwork('RATELIMIT_GRAPHQL_PER_MIN'))
  const other = (name: string): RateLimit => ({ take: (ip, count) => others.take(ip, count, name) })
  return {
    redirect,
    qr: perNetwork('RATELIMIT_PUBLIC_PER_MIN', 'qr'),
    bio,
    /** The limit of a path, or of another subject without a specific limit, by its name; high enough for probes and proxies. */
    other,
    passwords,
    reports: factory.perNetwork('report', {
      perWindow: settings.RATELIMIT_REPORT_PER_HOUR,
      windowMs: HOUR_MS,
      onRejected: () => rejections.add('report'),
    }),
    /** Registrations of apps. */
    registrations: factory.perNetwork('registration', {
      perWindow: 10,
      windowMs: HOUR_MS,
      onRejected: () => rejections.add('registration'),
    }),
    /** The limits of GraphQL and REST, which share their counters. */
    graphql: graphqlLimits({
      redirect,
      bio,
      auth: perNetwork('RATELIMIT_AUTH_PER_MIN'),
      anonymousCreate: perNetwork('RATELIMIT_ANONYMOUS_CREATE_PER_MIN'),
      requests,
      bulk: perCaller(bulkOfUsers, perNetwork('RATELIMIT_BULK_PER_MIN')),
      logins,
      passwords: {
        ...passwords,
        countFailure(link) {
          passwords.countFailure(link)
          refusals.add('wrong_password')
        },
      },
    }),
    mcp: {
      requests: perUser('RATELIMIT_MCP_PER_MIN'),
      bulk: { take: (user: string, count?: number) => bulkOfUsers.take(user, count) },
      rejections: other('refused by MCP'),
    },
  }
}

/** Counts calls of a caller from an IP address. */
type Counter = (caller: Caller, ip: string, count: number) => SharedTaken

interface GraphqlLimitParts
  extends Readonly<Record<'redirect' | 'bio' | 'auth' | 'anonymousCreate', NetworkLimit<SharedTaken>>> {
  readonly requests: Counter
  readonly bulk: Counter
  readonly logins: LoginThrottle
  readonly passwords: PasswordThrottle
}

function graphqlLimits(parts: GraphqlLimitParts): GraphqlLimits {
  const { requests, bulk, anonymousCreate, logins, passwords } = parts
  const ofNetwork =
    (limit: NetworkLimit<SharedTaken>): Counter =>
    (_caller, ip, count) =>
      limit.take(ip, count)
  const counters = {
    graphql: requests,
    bulk,
    auth: ofNetwork(parts.auth),
    redirect: ofNetwork(parts.redirect),
    bio: ofNetwork(parts.bio),
    // The request itself counts for its first creation.
    async create(caller, ip, count) {
      const taken = await requests(caller, ip, count - 1)
      return caller.kind === 'user' || !taken.allowed ? taken : nearest(taken, await anonymousCreate.take(ip, count))
    },
  } satisfies Record<string, Counter>
  return {
    admitLogin: logins.admit,
    countFailedLogin: logins.countFailure,
    admitPassword: passwords.admit,
    countFailedPassword: passwords.countFailure,
    consume: (limit, count, { caller, clientIp }) => counters[limit](caller, clientIp, count),
  }
}

/** Counts link password attempts by the client's IP address, and wrong ones by the link, like wrong passwords of accounts. */
function linkPasswords(
  perAddress: NetworkLimit<SharedTaken>,
  options: Parameters<typeof createLoginThrottle>[0],
): PasswordThrottle {
  const perLink = createLoginThrottle(options)
  return {
    async admit(link, ip) {
      const taken = await perAddress.take(ip)
      return taken.allowed ? nearest(taken, await perLink.admit(link, ip)) : taken
    },
    countFailure: perLink.countFailure,
  }
}

/** Counts users by account, apps by account and app, from any IP address, and all other callers by network. */
const perCaller =
  (users: RateLimit<SharedTaken>, networks: NetworkLimit<SharedTaken>): Counter =>
  (caller, ip, count) =>
    caller.kind === 'user' ? users.take(limitKeyOf(caller), count) : networks.take(ip, count)
