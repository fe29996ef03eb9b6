import type { LinkSort } from '@shortlink/core'
import type { LinksPage } from '@shortlink/core/ports'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { hits } from '../rows/computed-columns.ts'
import type { Schema } from '../schema.ts'

const updatedAt = sql<number>`coalesce(links.updated_at, links.created_at)`

/** The first sort key of an order, before creation time and id, which sort in descending order. */
const FIRST: Partial<Record<LinkSort, RawBuilder<number>>> = { MOST_VISITED: hits, RECENTLY_UPDATED: updatedAt }

/** Sorts the links of the query; ties are sorted newest first. */
export function inOrder<Row>(
  query: SelectQueryBuilder<Schema, 'links', Row>,
  sort: LinkSort = 'NEWEST',
): SelectQueryBuilder<Schema, 'links', Row> {
  const first = FIRST[sort]
  return query
    .$if(first !== undefined, (query) => query.orderBy(first ?? updatedAt, 'desc'))
    .orderBy('links.created_at', sort === 'OLDEST' ? 'asc' : 'desc')
    .orderBy('links.id', 'desc')
}

/** Whether a link is after the position in the order. */
export function isBehind(
  { createdAt, id, hitCount = 0, updatedAt: updated = 0 }: NonNullable<LinksPage['after']> = START,
  sort: LinkSort = 'NEWEST',
) {
  const newest = sql<boolean>`(links.created_at, links.id) < (${createdAt}, ${id})`
  if (sort === 'NEWEST') return newest
  if (sort === 'OLDEST')
    return sql<boolean>`(links.created_at > ${createdAt} or (links.created_at = ${createdAt} and links.id < ${id}))`
  const [value, at] = sort === 'MOST_VISITED' ? [hits, hitCount] : [updatedAt, updated]
  return sql<boolean>`((${value}) < ${at} or ((${value}) = ${at} and ${newest}))`
}

const START = { createdAt: 0, id: '' }
