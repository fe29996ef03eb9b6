import type { Utm } from '../link-options.ts'
import { parseQuery } from '../rules/query-parameters.ts'

const NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** The URL with the campaign parameters that it does not have yet. */
export function withUtm(address: string, utm: Utm | null): string {
  if (utm === null) return address
  const { base, query, fragment } = splitAddress(address)
  const present = parseQuery(query)
  const added = NAMES.flatMap((name) => {
    const value = utm[name]
    return value === null || present.has(`utm_${name}`) ? [] : `utm_${name}=${encodeURIComponent(value)}`
  })
  return added.length === 0 ? address : `${base}?${joined(query, added.join('&'))}${fragment}`
}

/** A URL in three parts: up to the query, the query without `?`, and the fragment with its `#`. */
export function splitAddress(address: string) {
  const hashAt = address.indexOf('#')
  const [whole, fragment] = hashAt < 0 ? [address, ''] : [address.slice(0, hashAt), address.slice(hashAt)]
  const queryAt = whole.indexOf('?')
  return queryAt < 0
    ? { base: whole, query: '', fragment }
    : { base: whole.slice(0, queryAt), query: whole.slice(queryAt + 1), fragment }
}

/** Two queries as one; either may be empty. */
export const joined = (first: string, second: string) => [first, second].filter((query) => query !== '').join('&')
