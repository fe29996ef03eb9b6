import type { Client, Result } from '@shortlink/client'
import {
  type AnyUseCase,
  addShortlinkAlias,
  analytics,
  createLink,
  createStatShare,
  deleteLinks,
  deleteStatShare,
  deleteTag,
  getLink,
  hitStats,
  listAnyLinks,
  listAuditEntries,
  listDomains,
  listLinks,
  listTags,
  removeShortlinkAlias,
  statShares,
  unknownVisits,
  updateLinks,
  updateStatShare,
  updateTag,
  upsertLink,
} from '@shortlink/core'
import { CommandFailed } from '../failure.ts'
import type { Given } from '../parameters.ts'

// biome-ignore lint/suspicious/noExplicitAny: each call reads the members that its operation returns
type Answer = any

/** Calls the REST API for a use case. Returns its result, in which times may be text. */
type Call = (api: Client, input: Given) => Promise<unknown>

/** Returns the data of a call, or throws its error. */
export async function dataOf<T>(call: Promise<Result<T>>): Promise<T> {
  const { data, error } = await call
  if (error) throw error
  return data
}

const itemsOf = async <T>(call: Promise<Result<{ readonly items: readonly T[] }>>) => (await dataOf(call)).items

/** Links of the service's own host have an empty hostname in core. */
const toLink = ({ hostname, ...link }: Answer) => ({ ...link, hostname: hostname ?? '' })

/** The calls of all use cases that commands run on a server. The server checks their input. */
export const CALLS: ReadonlyMap<AnyUseCase, Call> = new Map<AnyUseCase, Call>([
  [createLink, async ({ POST }, body) => toLink(await dataOf(POST('/links', { body: body as Answer })))],
  [
    upsertLink,
    async ({ PUT }, { externalId, ...body }) => {
      const params = { path: { externalId } }
      return toLink(await dataOf(PUT('/links/by-external-id/{externalId}', { params, body: body as Answer })))
    },
  ],
  [listLinks, listPage],
  [
    getLink,
    async ({ GET }, { id, slug, hostname }) =>
      toLink(
        await dataOf(
          id === undefined
            ? GET('/links/by-slug/{slug}', { params: { path: { slug }, query: { hostname } } })
            : GET('/links/{id}', { params: { path: { id } } }),
        ),
      ),
  ],
  [
    updateLinks,
    async ({ PATCH }, { inputs }) => {
      const { results } = await dataOf(PATCH('/links/bulk', { body: { inputs } }))
      return results.map(({ error, link }) => ({ error, value: link && toLink(link) }))
    },
  ],
  [deleteLinks, async ({ DELETE }, { ids }) => (await dataOf(DELETE('/links/bulk', { body: { ids } }))).results],
  [
    addShortlinkAlias,
    async ({ POST }, { id, slug }) => dataOf(POST('/links/{id}/aliases', { params: { path: { id } }, body: { slug } })),
  ],
  [
    removeShortlinkAlias,
    async ({ DELETE, GET }, { id, slug }) => {
      await dataOf(DELETE('/links/{id}/aliases/{slug}', { params: { path: { id, slug } } }))
      const { aliases } = await dataOf(GET('/links/{id}', { params: { path: { id } } }))
      // A dry run removes nothing.
      return { aliases: aliases.filter((alias) => alias !== slug) }
    },
  ],
  [
    hitStats,
    async ({ GET }, { id, limit }) => {
      const path = { id }
      const [countries, hits] = await Promise.all([
        itemsOf(GET('/links/{id}/countries', { params: { path } })),
        itemsOf(GET('/links/{id}/hits', { params: { path, query: { limit } } })),
      ])
      return {
        byCountry: countries.map(({ country, count }) => ({ country: country.code, count })),
        hits: hits.map(({ createdAt, location, ...hit }) => ({
          ...{ ...hit, at: createdAt, country: location.country?.code ?? null },
        })),
      }
    },
  ],
  [
    analytics,
    async ({ GET }, { series: [interval], breakdowns, ...filter }) => {
      const [{ take } = {}] = breakdowns
      const query = { ...filter, interval, breakdown: breakdowns.map(({ by }: Answer) => by), take }
      const { series: points, breakdowns: counts, ...rest } = await dataOf(GET('/analytics', { params: { query } }))
      return {
        ...{ ...rest, series: [{ interval, points }] },
        breakdowns: Object.entries(counts).map(([by, rows]) => ({ by, ...rows })),
      }
    },
  ],
  [unknownVisits, async ({ GET }, query) => itemsOf(GET('/unknown-visits', { params: { query } }))],
  [listTags, async ({ GET }) => itemsOf(GET('/tags'))],
  [updateTag, async ({ PATCH }, { id, ...body }) => dataOf(PATCH('/tags/{id}', { params: { path: { id } }, body }))],
  [deleteTag, async ({ DELETE }, { id }) => dataOf(DELETE('/tags/{id}', { params: { path: { id } } }))],
  [statShares, async ({ GET }) => itemsOf(GET('/stat-shares'))],
  [createStatShare, async ({ POST }, body) => dataOf(POST('/stat-shares', { body: body as Answer }))],
  [
    updateStatShare,
    async ({ PATCH }, { id, ...body }) => dataOf(PATCH('/stat-shares/{id}', { params: { path: { id } }, body })),
  ],
  [deleteStatShare, async ({ DELETE }, { id }) => dataOf(DELETE('/stat-shares/{id}', { params: { path: { id } } }))],
  [listAuditEntries, async ({ GET }, query) => dataOf(GET('/audit', { params: { query } }))],
  [listDomains, async ({ GET }) => itemsOf(GET('/domains'))],
])

const Page = listAnyLinks.input.pick({ skip: true, take: true })
const MAX_LIMIT = 1000

/** A page of links by number, with the count of all. The API's pages continue at a cursor, so this reads the skipped links, too. */
async function listPage({ GET, paginate }: Client, { skip: asked, take: most, sort, ...filter }: Given) {
  const page = Page.safeParse({ skip: asked, take: most })
  if (page.error) throw new CommandFailed(page.error.issues[0]?.message ?? '', { code: 'BAD_USER_INPUT' })
  const { skip, take } = page.data
  const limit = Math.min(Math.max(1, skip + take), MAX_LIMIT)
  const links = paginate('/links', { params: { query: { ...filter, sort, limit } } })
  const [{ count }, items] = await Promise.all([
    dataOf(GET('/links/count', { params: { query: filter } })),
    slice(links, skip, take),
  ])
  return { items: items.map(toLink), totalCount: count }
}

async function slice<T>(all: AsyncIterable<T>, skip: number, take: number): Promise<readonly T[]> {
  const first: T[] = []
  if (take === 0) return first
  for await (const item of all) if (first.push(item) === skip + take) break
  return first.slice(skip)
}
