import { alternatives, type ConditionParser, some } from '../condition.ts'
import { splitPair } from '../query-parameters.ts'

const parseWanted = (alternative: string) => {
  const [name, value] = splitPair(alternative)
  return name === '' ? undefined : { name, value }
}

/** `name` matches any value, `name=value` that value, `name=` the empty one. An absent parameter is a known fact, so negation matches it. */
export const query: ConditionParser = (value) =>
  alternatives(value, 'name, name=value or name=', parseWanted).map((wanted) =>
    some(wanted, ({ query }, { name, value }) =>
      value === null ? query.has(name) : query.get(name)?.has(value) === true,
    ),
  )
