import { isTagName, TAGS_PER_LINK } from '@shortlink/core'
import type { ListFilter } from './queries.ts'

export const SORTS = ['NEWEST', 'OLDEST', 'MOST_VISITED', 'RECENTLY_UPDATED'] as const
/** Options that the links of a list can be required to have. */
export const OPTIONS = ['rules', 'password', 'limit', 'campaign'] as const
export const STATUSES = ['ACTIVE', 'SCHEDULED', 'EXPIRED', 'USED_UP', 'DISABLED', 'BLOCKED'] as const

const among = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text)

/** The parameters in a URL of this page. */
export const queryOf = (url: string) => new URLSearchParams(url.split('?')[1])

/** The tags that each link of the list must have, or with the other name must not have, up to the API's maximum. */
export const tagsIn = (query: URLSearchParams, name: 'tag' | 'without' = 'tag') =>
  [...new Set(query.getAll(name))].filter(isTagName).slice(0, TAGS_PER_LINK)

/** The start of a day in the viewer's time zone, `later` days after it; undefined for text that is no day. */
function startOf(day: string | undefined, later = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (year === undefined) return undefined
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** The filter in a URL; omits invalid values. */
export function filterOf(query: URLSearchParams): ListFilter {
  const { search, domain, archived, ...chosen } = Object.fromEntries(query)
  const status = among(STATUSES, chosen.status)
  const sort = among(SORTS, chosen.sort)
  const tags = tagsIn(query)
  const withoutTags = tagsIn(query, 'without')
  const createdFrom = startOf(chosen.from)
  // The whole last day belongs to the range.
  const createdTo = startOf(chosen.to, 1)
  const has = query.getAll('has')
  return {
    ...(search ? { search } : {}),
    ...(sort ? { sort } : {}),
    ...(status ? { status } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(domain ? { domainId: domain } : {}),
    ...(archived === 'only' ? { archived: true } : {}),
    ...(withoutTags.length > 0 ? { withoutTags } : {}),
    ...(createdFrom ? { createdFrom } : {}),
    ...(createdTo ? { createdTo } : {}),
    ...(has.includes('rules') ? { hasRules: true } : {}),
    ...(has.includes('password') ? { hasPassword: true } : {}),
    ...(has.includes('limit') ? { hasLimit: true } : {}),
    ...(has.includes('campaign') ? { hasCampaign: true } : {}),
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
  const [tags, without] = [tagsIn(query), tagsIn(query, 'without')]
  const isValid: Readonly<Record<string, (value: string) => boolean>> = {
    status: (value) => among(STATUSES, value) !== undefined,
    tag: (value) => tags.includes(value),
    domain: (value) => value !== '',
    archived: (value) => value === 'only',
    without: (value) => without.includes(value),
    from: (value) => startOf(value) !== undefined,
    to: (value) => startOf(value) !== undefined,
    has: (value) => among(OPTIONS, value) !== undefined,
  }
  return [...query].filter(([name, value]) => isValid[name]?.(value)).map(([name, value]) => ({ name, value }))
}

/** The URL of the list without one of its filters. */
export const addressWithout = (query: URLSearchParams, { name, value }: ActiveFilter) =>
  addressWith(query, name, ...query.getAll(name).filter((other) => other !== value))
