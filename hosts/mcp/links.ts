import {
  createLink,
  deleteLinks,
  getLink,
  hitStats,
  type LinkOutline,
  LinkUpdate,
  listLinksByCursor,
  type OutputOf,
  updateLinks,
} from '@shortlink/core'
import { z } from 'zod'
import { pagedTool } from './paged-tool.ts'
import { adds, listTool, reads, replaces, tool } from './tool.ts'

/** Most items of a bulk call; core allows more. */
const BULK_ITEMS = 100

const bulk = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(BULK_ITEMS)
const { id, target, title, enableTracking } = LinkUpdate.shape

const Shortlink = z.object({
  id: z.string(),
  target: z.string(),
  slug: z.string(),
  title: z.string().nullable(),
  hitCount: z.int().describe('Number of recorded visits.'),
})

export const toShortlink = ({ id, target, slug, title, hitCount }: LinkOutline) => ({
  id,
  target,
  slug,
  title,
  hitCount,
})

const HitStats = z.object({
  hitCount: z.int(),
  hits: z
    .array(
      z.object({
        timestamp: z.string(),
        userAgent: z.string().nullable(),
        ip: z.string(),
        country: z.string().nullable().describe('ISO 3166-1 alpha-2; null when unknown.'),
      }),
    )
    .describe('The newest 100 visits, newest first.'),
  byCountry: z
    .array(z.object({ country: z.string().describe('ISO 3166-1 alpha-2; `ZZ` when unknown.'), count: z.int() }))
    .describe('All visits by country, most visits first.'),
})

/** Visits in the shape of MCP. */
export const toHitStats = ({ link, hits, byCountry }: OutputOf<typeof hitStats>) => ({
  hitCount: link.hitCount,
  hits: hits.map(({ at, userAgent, ip, country }) => ({
    timestamp: new Date(at).toISOString(),
    userAgent,
    ip,
    country,
  })),
  byCountry: byCountry.map(({ country, count }) => ({ country: country ?? 'ZZ', count })),
})

export const linkTools = [
  pagedTool(
    'list_shortlinks',
    'List your shortlinks, newest first. Use it to find the id of a link by its slug, target or title.',
    listLinksByCursor,
    toShortlink,
    { title: 'List shortlinks', hints: reads, output: Shortlink, as: 'shortlinks' },
  ),
  tool(
    'get_shortlink',
    'Get one of your shortlinks by its id: target, slug, title and number of visits.',
    getLink,
    toShortlink,
    { title: 'Get shortlink', hints: reads, output: Shortlink },
  ),
  tool(
    'create_shortlink',
    'Shorten a URL. Pass `slug` for a readable address, else one is generated. Visits are tracked. ' +
      'Pass `_meta.idempotencyKey` so that a retry cannot create a second link.',
    createLink,
    ({ id, target, slug, hostname }, { shortUrl }) => ({ id, target, slug, shortUrl: shortUrl({ hostname, slug }) }),
    {
      title: 'Create shortlink',
      hints: adds,
      replay: true,
      takes: ['target', 'slug', 'domainId', 'rules'],
      output: z.object({
        id: z.string(),
        target: z.string(),
        slug: z.string(),
        shortUrl: z.string().describe('The short URL to share.'),
      }),
    },
  ),
  listTool(
    'update_shortlinks',
    'Change target, title or tracking of 1 to 100 of your shortlinks at once. What an item leaves out stays as it is. Slugs and ' +
      'routing rules cannot be changed here (GraphQL updateShortlinks changes rules). A failing item does not fail the others: check each `ok`.',
    updateLinks,
    (results, _host, { inputs }) =>
      results.map(({ ok, error }, index) => ({ id: inputs[index]?.id ?? '', ok, ...(error !== null && { error }) })),
    {
      title: 'Update shortlinks',
      hints: replaces,
      replay: true,
      bulk: true,
      input: z.object({ inputs: bulk(z.object({ id, target, title, enableTracking })) }),
      checked: z.object({ inputs: bulk(z.object({ id: z.string() })) }),
      hasNulls: true,
      output: z.object({ id: z.string(), ok: z.boolean(), error: z.string().optional() }),
      as: 'results',
    },
  ),
  listTool(
    'delete_shortlinks',
    'Delete 1 to 100 of your shortlinks with their recorded visits, for good: their short URLs stop working at once. ' +
      'A failing item does not fail the others: check each `ok`.',
    deleteLinks,
    (results, _host, { ids }) =>
      results.map(({ index, ok, error }) => ({ index, id: ids[index] ?? '', ok, ...(error !== null && { error }) })),
    {
      title: 'Delete shortlinks',
      hints: replaces,
      replay: true,
      bulk: true,
      input: z.object({ ids: bulk(id) }),
      checked: z.object({ ids: bulk(z.string()) }),
      output: z.object({ index: z.int(), id: z.string(), ok: z.boolean(), error: z.string().optional() }),
      as: 'results',
    },
  ),
  tool(
    'get_hit_stats',
    'Get the visits of one of your shortlinks: their number, the newest 100 in detail, and all of them by country.',
    hitStats,
    toHitStats,
    { title: 'Get visit statistics', hints: reads, output: HitStats },
  ),
]
