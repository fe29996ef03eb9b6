import { alternatives, type ConditionParser, some } from '../condition.ts'

/** The values of each parameter of a query string, decoded. */
export type QueryParameters = ReadonlyMap<string, ReadonlySet<string>>

/** Decodes as forms are: `+` is a space, and what is no valid escape stays as it is. */
function decode(text: string): string {
  if (!/[%+]/.test(text)) return text
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
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
