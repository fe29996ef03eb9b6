import { PLANS } from '@shortlink/core'
import { z } from 'zod'
import { robotsFault } from '../../http/routes/robots-text.ts'
import { databaseContradictions, databaseSettings } from './database-settings.ts'
import { mcpSettings, signInContradictions } from './mcp-settings.ts'
import { rateLimitSettings } from './rate-limit-settings.ts'
import {
  choice,
  cidrList,
  flag,
  hostNames,
  listeningHost,
  number,
  origins,
  otherSecret,
  resolvers,
  seconds,
  secret,
  slugAlphabet,
  token,
  webAddress,
} from './setting-types.ts'
import { signUpSettings } from './sign-up-settings.ts'
import { traceSettings } from './trace-settings.ts'
import { visitSettings } from './visit-settings.ts'

/** Every setting of the service, read from environment variables. docs/settings.md is generated from it. */
export const settingsSchema = z.object({
  NODE_ENV: choice('development', 'test', 'production')
    .default('development')
    .describe('`development`, `test` or `production`'),
  PORT: number({ max: 65_535 }).default(3000).describe('listening port; 0 chooses a free one'),
  HOST: listeningHost().default('0.0.0.0').describe('listening address'),
  BASE_URL: webAddress().optional().describe('public URL of short links; default `http://localhost:$PORT`'),
  EXTRA_HOSTS: hostNames()
    .default([])
    .describe('additional host names of the service, comma-separated ([hosts](deploying.md#hosts))'),
  APP_URL: webAddress()
    .optional()
    .describe('URL of the dashboard: `GET /` redirects to `<APP_URL>/dash`; default `BASE_URL`'),
  ...mcpSettings,
  ...databaseSettings,
  DATA_DIR: z.string().default('./data').describe('folder of the SQLite file, generated secrets and the hit journal'),
  MIN_FREE_DISK_MB: number()
    .default(512)
    .describe('free disk space in MiB, at `DATA_DIR` and the SQLite file, below which creations are refused; 0 = off'),
  JWT_SECRET: secret()
    .optional()
    .describe('signing key of session tokens, at least 32 random bytes; default: generated'),
  APIKEY_PEPPER: secret()
    .optional()
    .describe('secret for API key digests, at least 32 random bytes; default: generated'),
  JWT_SECRET_PREVIOUS: otherSecret('session tokens'),
  APIKEY_PEPPER_PREVIOUS: otherSecret('API keys'),
  REQUIRE_AUTH_FOR_CREATE: flag().default(false).describe('refuse anonymous `createShortlink`'),
  ...signUpSettings,
  DASHBOARD: flag().default(true).describe('serve the dashboard at `/dash` of `APP_URL`'),
  ROBOTS: z
    .string()
    .superRefine((setting, context) => {
      const message = robotsFault(setting)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .default('links')
    .describe(
      '`/robots.txt`, also on custom domains: `links` allows only short links, `disallow` nothing (many social networks then show no preview), or the path of a file',
    ),
  DEFAULT_PLAN: choice(...PLANS)
    .default('FREE')
    .describe('plan of accounts without a paid subscription'),
  SLUG_LENGTH: number({ min: 4, max: 32 }).default(7).describe('length of generated slugs'),
  SLUG_ALPHABET: slugAlphabet()
    .optional()
    .describe(
      'characters of generated slugs, 2 to 64 different ones of A-Z a-z 0-9 _ -; default base58 (without 0 O I l)',
    ),
  SLUG_MODE: choice('strict', 'loose')
    .default('strict')
    .describe('`loose`: new slugs are lower case, and an unknown slug is also looked up in lower case'),
  SLUG_TOMBSTONE_DAYS: number({ max: 36_500 })
    .default(30)
    .describe('days for which a deleted slug is reserved for its last owner; 0 = none'),
  ANONYMOUS_LINK_DAYS: number({ max: 36_500 })
    .default(0)
    .describe('days after which links without an account expire; 0 = never'),
  AUDIT_RETENTION_DAYS: number({ max: 36_500 })
    .default(365)
    .describe('days after which entries of the audit log are deleted; 0 = never'),
  REDIRECT_CACHE_SECONDS: number({ max: 31_536_000 })
    .default(0)
    .describe(
      'seconds for which browsers cache 301 and 308 redirects of links without password, limit, schedule or rules ([effects](operating.md#link-limits-and-caching))',
    ),
  TRUST_PROXY: z
    .union([number({ max: 16 }), flag(), cidrList()], 'must be a hop count, true, or a list of CIDR blocks')
    .default(0)
    .describe(
      'proxies whose `X-Forwarded-For` is trusted: 0 (none), a hop count, a CIDR list, or `true` (all; discouraged)',
    ),
  ...visitSettings,
  ...rateLimitSettings,
  DNS_SERVERS: resolvers()
    .optional()
    .describe('resolvers for domain verification, `address:port,…`; default: the system resolver'),
  WEBHOOK_ALLOW_PRIVATE: flag()
    .default(false)
    .describe('allow webhooks to loopback and private addresses; logs a warning at start'),
  WEBHOOK_RETRY_SCHEDULE: seconds()
    .default([5, 60, 300, 1800, 7200, 21_600, 50_400, 86_400, 86_400])
    .describe('seconds before each retry of a webhook delivery, comma-separated'),
  PAYMENT_SECRET_KEY: z.string().optional().describe('Stripe secret key; unset = billing off'),
  PAYMENT_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('Stripe webhook signing secret; required with `PAYMENT_SECRET_KEY`'),
  PAYMENT_API_BASE: webAddress().optional().describe('overrides the URL of the Stripe API'),
  PRICE_STARTER_MONTHLY: z.string().optional().describe('Stripe price id'),
  PRICE_STARTER_YEARLY: z.string().optional().describe('Stripe price id'),
  PRICE_PRO_MONTHLY: z.string().optional().describe('Stripe price id'),
  PRICE_PRO_YEARLY: z.string().optional().describe('Stripe price id'),
  PRICE_REFILL: z.string().optional().describe('Stripe price id of one auto-refill pack'),
  PROXY_TLS_CHECK_SECRET: token()
    .optional()
    .describe('value of `X-Tls-Check-Secret` required by `/internal/tls-check`, at least 16 characters'),
  CORS_ORIGINS: origins()
    .default([])
    .describe('origins that may call GraphQL from a browser, comma-separated; unset = none'),
  METRICS_TOKEN: token().optional().describe('bearer token of `GET /metrics`, at least 16 characters; unset = 404'),
  INTERNAL_PORT: number({ min: 1, max: 65_535 })
    .optional()
    .describe('private port; `/internal/*` and `/metrics` are then served only there'),
  ...traceSettings,
  LOG_LEVEL: choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')
    .default('info')
    .describe('pino level'),
  LOG_FORMAT: choice('auto', 'json', 'pretty')
    .default('auto')
    .describe('log format: `json`, `pretty`, or `auto` (pretty on a terminal, else JSON)'),
  WARM_UP: flag()
    .default(true)
    .describe(
      'load the APIs and start threads right after the start, not on first use; `false` saves some 90 MB until then',
    ),
  SHUTDOWN_TIMEOUT_MS: number({ min: 1, max: 600_000 })
    .default(10_000)
    .describe('maximum duration of a shutdown in milliseconds'),
})

type Parsed = z.output<typeof settingsSchema>

/** All settings with every default filled in. */
export type Settings = Omit<Parsed, 'BASE_URL' | 'APP_URL' | 'MCP_URL' | 'MCP_OAUTH_URL' | 'DATABASE_URL'> & {
  readonly BASE_URL: string
  /** True when no BASE_URL was given. */
  readonly BASE_URL_IS_DEFAULT: boolean
  readonly APP_URL: string
  readonly MCP_URL: string
  readonly MCP_OAUTH_URL: string
  readonly DATABASE_URL: string
}

/** Missing or invalid settings, each named in the message. The exit code is `EX_CONFIG` of sysexits.h. */
export class SettingsError extends Error {
  readonly exitCode = 78
}

const REQUIRED_IN_PRODUCTION = ['JWT_SECRET', 'APIKEY_PEPPER', 'DATABASE_URL'] as const

/**
 * Reads the settings from environment variables; an empty one counts as missing.
 * @throws {SettingsError} with every missing or malformed setting.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = settingsSchema.safeParse(given)
  const production = given.NODE_ENV === 'production'
  const problems = [
    ...(production
      ? REQUIRED_IN_PRODUCTION.filter((name) => !(name in given)).map((name) => `${name} is required in production`)
      : []),
    ...(parsed.success
      ? contradictionsIn(parsed.data)
      : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)),
  ]
  if (!parsed.success || problems.length > 0) throw new SettingsError(`Bad settings: ${problems.join('; ')}`)
  return withDefaults(parsed.data)
}

/** The settings that name the price of a plan. */
export const PLAN_PRICES = [
  ['PRICE_STARTER_MONTHLY', 'STARTER', 'month'],
  ['PRICE_STARTER_YEARLY', 'STARTER', 'year'],
  ['PRICE_PRO_MONTHLY', 'PRO', 'month'],
  ['PRICE_PRO_YEARLY', 'PRO', 'year'],
] as const

const PRICES = [...PLAN_PRICES, ['PRICE_REFILL', 'a pack']] as const

/** Conflicts between settings that are valid individually. */
function contradictionsIn(settings: Parsed): string[] {
  const { PORT, INTERNAL_PORT, SLUG_ALPHABET, SLUG_MODE, PAYMENT_SECRET_KEY, PAYMENT_WEBHOOK_SECRET } = settings
  const problems = PRICES.flatMap(([name, bought], index) =>
    PRICES.slice(0, index)
      .filter(
        ([other, first]) => bought !== first && settings[name] !== undefined && settings[name] === settings[other],
      )
      .map(([other]) => `${name} must differ from ${other}, which buys something else`),
  )
  if (SLUG_MODE === 'loose' && SLUG_ALPHABET !== undefined && new Set(SLUG_ALPHABET.toLowerCase()).size < 2)
    problems.push('SLUG_ALPHABET must have 2 different characters in lower case with SLUG_MODE=loose')
  if (settings.MCP_OAUTH_URL !== undefined && settings.MCP_OAUTH_URL === settings.MCP_URL)
    problems.push('MCP_OAUTH_URL must differ from MCP_URL: clients with a key ignore it where sign-in is offered')
  problems.push(...databaseContradictions(settings), ...signInContradictions(settings))
  if (INTERNAL_PORT === PORT) problems.push('INTERNAL_PORT must differ from PORT')
  if (PAYMENT_SECRET_KEY !== undefined && PAYMENT_WEBHOOK_SECRET === undefined)
    problems.push('PAYMENT_WEBHOOK_SECRET is required with PAYMENT_SECRET_KEY: no payment takes effect without it')
  return problems
}

function withDefaults(settings: Parsed): Settings {
  const BASE_URL = settings.BASE_URL ?? `http://localhost:${settings.PORT}`
  const MCP_URL = settings.MCP_URL ?? `${BASE_URL}/mcp`
  return {
    ...settings,
    // The page for consent of our own server is part of the dashboard.
    OAUTH: settings.OAUTH && (settings.DASHBOARD || settings.OAUTH_ISSUER !== undefined),
    BASE_URL,
    BASE_URL_IS_DEFAULT: settings.BASE_URL === undefined,
    APP_URL: settings.APP_URL ?? BASE_URL,
    MCP_URL,
    MCP_OAUTH_URL: settings.MCP_OAUTH_URL ?? `${MCP_URL}/oauth`,
    DATABASE_URL: settings.DATABASE_URL ?? `sqlite:${settings.DATA_DIR}/shortlink.db`,
  }
}
