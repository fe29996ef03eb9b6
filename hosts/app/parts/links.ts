import type { Clock, Policy, ServedHosts, Store, Timer } from '@shortlink/core/ports'
import type { Log } from '../../kit/log.ts'
import { VERSION } from '../../kit/version.ts'
import type { Settings } from '../settings/settings.ts'
import type { Parts } from './types.ts'

/** The operator's policies from the settings. */
export const policyOf = (settings: Settings): Policy => ({
  requireAuthForCreate: settings.REQUIRE_AUTH_FOR_CREATE,
  signUp: settings.SIGNUP,
  adminEmails: settings.ADMIN_EMAILS,
  baseUrl: settings.BASE_URL,
  ownHosts: ownHosts(settings),
  appUrl: settings.APP_URL.replace(/\/$/, ''),
  slugs: {
    length: settings.SLUG_LENGTH,
    isLoose: settings.SLUG_MODE === 'loose',
    tombstoneDays: settings.SLUG_TOMBSTONE_DAYS,
  },
  anonymousLinkDays: settings.ANONYMOUS_LINK_DAYS,
  auditRetentionDays: settings.AUDIT_RETENTION_DAYS,
  visits: {
    countsVisitors: settings.UNIQUE_VISITORS,
    honorsGpc: settings.HONOR_GPC,
    refParameter: settings.REF_PARAM,
    retentionDays: settings.HIT_RETENTION_DAYS,
    ipRetentionDays: settings.IP_RETENTION_DAYS,
  },
  defaultPlan: settings.DEFAULT_PLAN,
  service: {
    version: VERSION,
    mcpUrl: settings.MCP_ENABLED ? settings.MCP_URL : null,
    mcpOauthUrl: settings.MCP_ENABLED && settings.OAUTH ? settings.MCP_OAUTH_URL : null,
    oauthIssuer: settings.OAUTH ? (settings.OAUTH_ISSUER ?? null) : null,
    cities: settings.GEO_DB !== undefined,
    addressesKept: !settings.IP_ANONYMIZE,
  },
})

/** The names of the service's own hosts, which cannot be claimed. */
const ownHosts = ({ BASE_URL, APP_URL, MCP_URL, EXTRA_HOSTS }: Settings) => [
  ...new Set([...[BASE_URL, APP_URL, MCP_URL].map((address) => new URL(address).hostname), ...EXTRA_HOSTS]),
]

/** Keeps the blocked hosts in memory. The start waits for them, so that no link to one is open. */
export async function openBlocklist(log: Log, store: Store): Promise<Parts['blocklist']> {
  const { cachedBlocklist } = await import('@shortlink/adapters/cache')
  const blocklist = cachedBlocklist({
    store,
    onFailure: (err) => log.warn({ err }, 'blocked hosts cannot be read; the last known ones stay blocked'),
  })
  await blocklist.refresh()
  return blocklist
}

/** Caches links and hosts in memory for the redirect. */
export async function openLinkCache(
  settings: Settings,
  log: Log,
  store: Store,
  blocklist: Parts['blocklist'],
  timer: Timer,
): Promise<Parts['linkCache']> {
  const { cachedLinks } = await import('@shortlink/adapters/cache')
  return cachedLinks({
    store,
    blocklist,
    timers: { once: timer },
    ownHosts: ownHosts(settings),
    isLoose: settings.SLUG_MODE === 'loose',
    serveUnclaimed: settings.BASE_URL_IS_DEFAULT,
    onUnclaimed: (host) => log.warn({ host }, 'BASE_URL is not set: requests to every unclaimed host are served'),
    onMalformedRule: ({ id }, malformed) => log.warn({ link: id, ...malformed }, 'a stored rule is skipped'),
  })
}

/** Counts the visits of limited links, by leases that end before the store is closed. */
export async function openVisitCounter(log: Log, store: Store): Promise<Parts['visitCounter']> {
  const { visitCounter } = await import('@shortlink/adapters/cache')
  return visitCounter({
    store,
    onLost: (leases, err) =>
      log.warn(
        { err, links: leases.map(({ link }) => link) },
        'visits could not be returned to visit limits; their links expire that many visits early',
      ),
  })
}

/** Counts visits to unknown slugs, and stores the counts before the store is closed. */
export async function openUnknownVisitCounter(
  log: Log,
  store: Store,
  servedHosts: ServedHosts,
  clock: Clock,
): Promise<Parts['unknownVisitCounter']> {
  const { countUnknownVisits } = await import('@shortlink/adapters/hits')
  return countUnknownVisits({
    store,
    servedHosts,
    clock,
    onLost: (visits, err) => log.warn({ err, visits }, 'visits to unknown slugs could not be counted'),
  })
}
