import type { ListFilter } from './queries.ts'

export const SORTS = ['NEWEST', 'OLDEST', 'MOST_VISITED', 'RECENTLY_UPDATED'] as const
export const STATUSES = ['ACTIVE', 'SCHEDULED', 'EXPIRED', 'USED_UP', 'DISABLED', 'BLOCKED'] as const

const among = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text)

/** The filter that an address names; what is no valid value is left out. */
export function filterOf(query: Readonly<Record<string, string>>): ListFilter {
  const status = among(STATUSES, query.status)
  const sort = among(SORTS, query.sort)
  return {
    ...(query.search ? { search: query.search } : {}),
    ...(sort ? { sort } : {}),
    ...(status ? { status } : {}),
    ...(query.tag ? { tags: [query.tag] } : {}),
    ...(query.domain ? { domainId: query.domain } : {}),
    ...(query.archived === 'only' ? { archived: true } : {}),
  }
}

/** The address of the list with one parameter changed; an empty value removes it. */
export function addressWith(query: Readonly<Record<string, string>>, name: string, value: string): string {
  const parameters = new URLSearchParams(query)
  if (value === '') parameters.delete(name)
  else parameters.set(name, value)
  return parameters.size === 0 ? '/dash' : `/dash?${parameters}`
}
