import { badUsage } from '../failure.ts'
import type { Given } from '../table/parameters.ts'

/**
 * The variables of an operation and the arguments that pass them on, both with their parentheses; empty for none. A server ignores
 * variables that an operation does not declare, so each is.
 */
export function variablesOf(given: Given, types: Readonly<Record<string, string>>) {
  const names = Object.keys(given).filter((name) => given[name] !== undefined)
  const unknown = names.find((name) => !Object.hasOwn(types, name))
  if (unknown !== undefined) throw badUsage(`--${unknown} does not work with --server`)
  if (names.length === 0) return { declared: '', passed: '' }
  return {
    declared: `(${names.map((name) => `$${name}: ${types[name]}`).join(', ')})`,
    passed: `(${names.map((name) => `${name}: $${name}`).join(', ')})`,
  }
}
