import { alternatives, type ConditionParser, some } from '../condition.ts'

/** The values of each parameter of a query string, decoded. */
export type QueryParameters = ReadonlyMap<string, ReadonlySet<string>>

/** Escapes that are well-formed UTF-8 (RFC 3629, section 4), and anything else but `%`. */
const DECODABLE =
  /^(?:[^%]|%[0-7][0-9a-f]|%(?:c[2-9a-f]|d[0-9a-f]|e0%[ab][0-9a-f]|e[1-9a-cef]%[89ab][0-9a-f]|ed%[89][0-9a-f]|f0%[9ab][0-9a-f]%[89ab][0-9a-f]|f[1-3]%[89ab][0-9a-f]%[89ab][0-9a-f]|f4%8[0-9a-f]%[89ab][0-9a-f])%[89ab][0-9a-f])*$/i

/**
 * Decodes as forms are: `+` is a space, and what is no valid escape stays as it is. Looked at first, since an exception takes some
 * 5 microseconds and a query can have thousands of names.
 */
function decode(text: string): string {
  if (!/[%+]/.test(text)) return text
  const spaced = text.replaceAll('+', ' ')
  return DECODABLE.test(spaced) ? decodeURIComponent(spaced) : spaced
}

function splitPair(pair: string): [name: string, value: string | null] {
  const equals = pair.indexOf('=')
  return equals < 0 ? [decode(pair), null] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
}

/** Takes a query string, without `?`, apart. */
export function parseQuery(query: string): QueryParameters {
  const parameters = new Map<string, Set<string>>()
  for (const pair of query === '' ? [] : query.split('&')) {
    const [name, value] = splitPair(pair)
    const values = parameters.get(name)
    if (values) values.add(value ?? '')
    else parameters.set(name, new Set([value ?? '']))
  }
  return parameters
}

const parseWanted = (alternative: string) => {
  const [name, value] = splitPair(alternative)
  return name === '' ? undefined : { name, value }
}

/** Written as in an address: `name` for any value, `name=value` for that one, `name=` for the empty one. An absent parameter is known to be absent. */
export const query: ConditionParser = (value) =>
  alternatives(value, 'name, name=value or name=', parseWanted).map((wanted) =>
    some(wanted, ({ query }, { name, value }) =>
      value === null ? query.has(name) : query.get(name)?.has(value) === true,
    ),
  )
