import { badUsage } from '../failure.ts'
import type { Given } from '../parameters.ts'

/** A root field of the API. */
export interface Operation {
  /** Kind and name, such as `mutation updateTag`. */
  readonly field: `${'query' | 'mutation'} ${string}`
  /** GraphQL's type of each argument; `name: type` if GraphQL has another name for it. Default values do not matter. */
  readonly takes?: Readonly<Record<string, string>>
  /** The fields to read from the result. A name with a `$` in them is an argument of a field. */
  readonly reads?: string | undefined
}

/**
 * Prints the document of an operation with the given arguments. Servers ignore variables that a document does not declare, so this throws
 * for an argument without a type.
 */
export function printOperation({ field, takes = {}, reads = '' }: Operation, given: Given) {
  const [kind, root = ''] = field.split(' ')
  const names = Object.keys(given).filter((name) => given[name] !== undefined)
  const unknown = names.find((name) => !Object.hasOwn(takes, name))
  if (unknown !== undefined) throw badUsage(`--${unknown} does not work with --server`)
  const types = names.map((name) => `$${name}: ${takes[name]?.replace(/^\w+: | = .*$/g, '')}`)
  const passed = names.filter((name) => !reads.includes(`$${name}`))
  const values = passed.map((name) => `${/^\w+(?=:)/.exec(takes[name] ?? '')?.[0] ?? name}: $${name}`)
  return { root, query: `${kind}${listOf(types)} { ${root}${listOf(values)}${reads && ` { ${reads} }`} }` }
}

const listOf = (items: readonly string[]) => (items.length === 0 ? '' : `(${items.join(', ')})`)
