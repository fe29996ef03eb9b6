import type { hitStats, Link, LinkOutline, OutputOf } from '@shortlink/core'
import { z } from 'zod'
import type { ToolHost } from './declare-tool.ts'

export const NewShortlink = z.object({
  id: z.string(),
  target: z.string(),
  slug: z.string(),
  hostname: z.string().nullable(),
  shortUrl: z.string(),
  createdAt: z.string(),
})

export const Shortlink = NewShortlink.extend({ title: z.string().nullable(), hitCount: z.int() })

/** A link as a whole. Rules have the form in which create_shortlink takes them, so their schema is not repeated. */
export const WholeShortlink = Shortlink.extend({ enableTracking: z.boolean(), rules: z.array(z.unknown()) })

type AddressOf = Pick<ToolHost, 'shortUrl'>

export const toNewShortlink = ({ id, target, slug, hostname, createdAt }: LinkOutline, { shortUrl }: AddressOf) => ({
  id,
  target,
  slug,
  hostname: hostname || null,
  shortUrl: shortUrl({ hostname, slug }),
  createdAt: new Date(createdAt).toISOString(),
})

export const toShortlink = (link: LinkOutline, host: AddressOf) => ({
  ...toNewShortlink(link, host),
  title: link.title,
  hitCount: link.hitCount,
})

/** With its rules, which {@link toShortlink} leaves out of lists: they may take most of a link's bytes. */
export const toWholeShortlink = (link: Link, host: AddressOf) => ({
  ...toShortlink(link, host),
  enableTracking: link.enableTracking,
  rules: [...link.rules],
})

export const HitSums = z.object({
  hitCount: z.int(),
  byCountry: z.array(
    z.object({ country: z.string().describe('ISO 3166-1 alpha-2; `ZZ` when unknown.'), count: z.int() }),
  ),
  nextCursor: z.string().optional(),
})

/** Visits in the shape of MCP. */
export const toHitStats = ({ link, hits, byCountry, nextCursor }: OutputOf<typeof hitStats>) => ({
  hitCount: link.hitCount,
  hits: hits.map(({ at, userAgent, ip, country }) => ({
    timestamp: new Date(at).toISOString(),
    userAgent,
    ip,
    country,
  })),
  byCountry: byCountry.map(({ country, count }) => ({ country: country ?? 'ZZ', count })),
  ...(nextCursor !== null && { nextCursor }),
})
