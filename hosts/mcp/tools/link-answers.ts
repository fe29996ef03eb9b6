import {
  type hitStats,
  LINK_OPTIONS,
  LINK_STATUSES,
  type Link,
  type LinkOutline,
  mapOptions,
  OPTION_NAMES,
  type OptionName,
  type OutputOf,
} from '@shortlink/core'
import { z } from 'zod'
import { shownOptions } from '../../kit/shown-options.ts'
import type { ToolHost } from '../table/declare-tool.ts'

export const NewShortlink = z.object({
  id: z.string(),
  target: z.string(),
  slug: z.string(),
  hostname: z.string().nullable(),
  shortUrl: z.string(),
  createdAt: z.string(),
})

const text = z.string().nullable()
const SCHEMAS = {
  text: z.string(),
  time: z.string(),
  integer: z.int(),
  flag: z.boolean(),
  texts: z.array(z.string()),
  object: z.unknown(),
}
const schemaOf = (name: OptionName): z.ZodType => {
  const { kind, byDefault } = LINK_OPTIONS[name]
  return byDefault === null && kind !== 'object' ? SCHEMAS[kind].nullable() : SCHEMAS[kind]
}

/** A link in a list. Its schema omits the descriptions of {@link WholeShortlink}: models would read them twice. */
export const Shortlink = NewShortlink.extend({ title: text, hitCount: z.int() })

/**
 * A link with all fields. Rules have the form that create_shortlink takes, so their schema is not repeated; neither are the schemas of
 * objects.
 */
export const WholeShortlink = Shortlink.extend({
  enableTracking: z.boolean(),
  rules: z.array(z.unknown()),
  status: z.enum(LINK_STATUSES),
  ...mapOptions(OPTION_NAMES, schemaOf),
  visitsLeft: z.int().nullable(),
  hasPassword: z.boolean(),
  aliases: z.array(z.string()),
  updatedAt: z.string(),
})

type LinkHost = Pick<ToolHost, 'shortUrl' | 'clock' | 'blocklist'>

export const toNewShortlink = (
  { id, target, slug, hostname, createdAt }: LinkOutline,
  { shortUrl }: Pick<ToolHost, 'shortUrl'>,
) => ({
  id,
  target,
  slug,
  hostname: hostname || null,
  shortUrl: shortUrl({ hostname, slug }),
  createdAt: new Date(createdAt).toISOString(),
})

export const toShortlink = (link: LinkOutline, host: LinkHost) => ({
  ...toNewShortlink(link, host),
  title: link.title,
  hitCount: link.hitCount,
  ...shownOptions(link, host.clock.now(), host.blocklist),
})

/** A link in a list, without the options that have their default. */
export function toListedShortlink(link: LinkOutline, host: LinkHost) {
  const { status, enabled, redirectStatus, ...shown } = toShortlink(link, host)
  const kept = Object.entries(shown).filter(([name, value]) => ALWAYS_LISTED.has(name) || !isDefault(value))
  return {
    ...(Object.fromEntries(kept) as ReturnType<typeof toNewShortlink> & Pick<LinkOutline, 'title' | 'hitCount'>),
    ...(status !== 'ACTIVE' && { status }),
    ...(!enabled && { enabled }),
    ...(redirectStatus !== 302 && { redirectStatus }),
  }
}

const ALWAYS_LISTED = new Set([...Object.keys(Shortlink.shape), 'updatedAt'])

const isDefault = (value: unknown) => value === null || value === false || (Array.isArray(value) && value.length === 0)

/** With rules, which {@link toShortlink} omits from lists: they may take most of a link's bytes. */
export const toWholeShortlink = (link: Link, host: LinkHost) => ({
  ...toShortlink(link, host),
  enableTracking: link.enableTracking,
  rules: [...link.rules],
})

export const HitSums = z.object({
  hitCount: z.int(),
  byCountry: z.array(
    z.object({ country: z.string().describe('ISO 3166-1 alpha-2; `ZZ` when unknown.'), count: z.int() }),
  ),
  otherCountries: z.int().describe('Visits from countries that are not listed.').optional(),
  nextCursor: z.string().optional(),
})

/** Visits in the shape of MCP, of the given number of countries. */
export const toHitStats = (
  { link, hits, byCountry, nextCursor }: OutputOf<typeof hitStats>,
  countries = Number.POSITIVE_INFINITY,
) => ({
  hitCount: link.hitCount,
  hits: hits.map(({ at, userAgent, ip, country }) => ({
    timestamp: new Date(at).toISOString(),
    userAgent,
    ip,
    country,
  })),
  byCountry: byCountry.slice(0, countries).map(({ country, count }) => ({ country: country ?? 'ZZ', count })),
  ...(byCountry.length > countries && {
    otherCountries: byCountry.slice(countries).reduce((sum, { count }) => sum + count, 0),
  }),
  ...(nextCursor !== null && { nextCursor }),
})
