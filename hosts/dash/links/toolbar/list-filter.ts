import { isTagName, TAGS_PER_LINK } from '@shortlink/core'
import type { ListFilter } from '../queries.ts'

export const SORTS = ['NEWEST', 'OLDEST', 'MOST_VISITED', 'RECENTLY_UPDATED'] as const
export const STATUSES = ['ACTIVE', 'SCHEDULED', 'EXPIRED', 'USED_UP', 'DISABLED', 'BLOCKED'] as const

const among = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text)

/** The parameters in a URL of this page. */
export const queryOf = (url: string) => new URLSearchParams(url.split('?')[1])

/** The tags that each link of the list must have, up to the API's maximum. */
export const tagsIn = (query: URLSearchParams) =>
  [...new Set(query.getAll('tag'))].filter(isTagName).slice(0, TAGS_PER_LINK)

/** The filter in a URL; omits invalid values. */
export function filterOf(query: URLSearchParams): ListFilter {
  const { search, domain, archived, ...chosen } = Object.fromEntries(query)
  const status = among(STATUSES, chosen.status)
  const sort = among(SORTS, chosen.sort)
  const tags = tagsIn(query)
  return {
    ...(search ? { search } : {}),
    ...(sort ? { sort } : {}),
    ...(status ? { status } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(domain ? { domainId: domain } : {}),
    ...(archived === 'only' ? { archived: true } : {}),
  }
}

/** The URL of the list with other values of one parameter; omits empty ones. */
export function addressWith(query: URLSearchParams, name: string, ...values: readonly string[]): string {
  const parameters = new URLSearchParams(query)
  parameters.delete(name)
  for (const value of values) if (value !== '') parameters.append(name, value)
  return parameters.size === 0 ? '/dash' : `/dash?${parameters}`
}

/** A filter in the URL, apart from the search and the order. */
export interface ActiveFilter {
  readonly name: string
  readonly value: string
}

/** The valid filters of a URL, in their order there. */
export function activeFilters(query: URLSearchParams): readonly ActiveFilter[] {
  const tags = tagsIn(query)
  const isValid: Readonly<Record<string, (value: string) => boolean>> = {
    status: (value) => among(STATUSES, value) !== undefined,
    tag: (value) => tags.includes(value),
    domain: (value) => value !== '',
    archived: (value) => value === 'only',
  }
  return [...query].filter(([name, value]) => isValid[name]?.(value)).map(([name, value]) => ({ name, value }))
}

/** The URL of the list without one of its filters. */
export const addressWithout = (query: URLSearchParams, { name, value }: ActiveFilter) =>
  addressWith(query, name, ...query.getAll(name).filter((other) => other !== value))
