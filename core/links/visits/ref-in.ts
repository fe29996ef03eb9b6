import { decode } from '../rules/query-parameters.ts'
import { cutValue } from '../served/campaign-of.ts'

/**
 * Reads the reference parameter of a query without its `?`: the first value, trimmed and shortened like campaign values. Null without one.
 * @param name the parameter, in the form of {@link VisitPolicy.refParameter}; empty for none
 */
export function refIn(query: string, name: string): string | null {
  if (query === '' || name === '' || !query.includes(name)) return null
  const pair = query.split('&').find((pair) => pair.startsWith(name) && pair[name.length] === '=')
  return pair === undefined ? null : cutValue(decode(pair.slice(name.length + 1)).trim()) || null
}
