import { localTime } from '../../ui/text/local-time.ts'
import { filterOf, OPTIONS, queryOf } from '../list-filter.ts'
import type { View, ViewContent } from './queries.ts'

const DEFAULT_SORT = 'NEWEST'

/** The filters and the sort order in a URL, as a view saves them. */
export function contentOf(query: URLSearchParams): ViewContent {
  const { sort = DEFAULT_SORT, ...filter } = filterOf(query)
  return { filter, sort }
}

/** Whether the list has a filter or another order than by default. */
export const isSpecial = ({ filter, sort }: ViewContent) => Object.keys(filter).length > 0 || sort !== DEFAULT_SORT

/** The URL of the list with a view; leaves out filters that the list cannot show. */
export function addressOf({ filter, sort }: Pick<View, 'filter' | 'sort'>): string {
  const has = {
    rules: filter.hasRules,
    password: filter.hasPassword,
    limit: filter.hasLimit,
    campaign: filter.hasCampaign,
  }
  const parameters: readonly (readonly [name: string, value: string | null | undefined])[] = [
    ['search', filter.search],
    ['sort', sort === DEFAULT_SORT ? null : sort],
    ['status', filter.status],
    ...(filter.tags ?? []).map((tag) => ['tag', tag] as const),
    ...(filter.withoutTags ?? []).map((tag) => ['without', tag] as const),
    ['domain', filter.domainId],
    ['archived', filter.archived === true ? 'only' : null],
    ['from', filter.createdFrom && dayOf(filter.createdFrom)],
    // The view ends at the start of the next day.
    ['to', filter.createdTo && dayOf(new Date(Date.parse(filter.createdTo) - 1).toISOString())],
    ...OPTIONS.map((option) => ['has', has[option] === true ? option : null] as const),
  ]
  const given = parameters.flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length === 0 ? '/dash' : `/dash?${new URLSearchParams(given)}`
}

/** The day of an instant in the viewer's time zone. */
const dayOf = (at: string) => localTime(at).slice(0, 10)

/** The view that the list in a URL shows. */
export function viewOf(query: URLSearchParams, views: readonly View[]): View | undefined {
  const shown = keyOf(contentOf(query))
  return views.find((view) => keyOf(contentOf(queryOf(addressOf(view)))) === shown)
}

/** The same for the same content in another order. */
const keyOf = ({ filter: { tags, withoutTags, ...filter }, sort }: ViewContent) =>
  JSON.stringify([tags?.toSorted(), withoutTags?.toSorted(), filter, sort])
