import { err, ok, type Result } from 'neverthrow'
import type { Facts } from './facts.ts'

/** Whether a visit fits; `undefined` when the fact asked for is unknown, which neither a condition nor its negation matches. */
export type Condition = (facts: Facts) => boolean | undefined

/** What the conditions of one link know of each other while they are compiled. */
export interface Scope {
  /** Inside `all`. */
  readonly nested: boolean
  /** The numbers of the draw that percent conditions have taken: the next free one, and how many went to rules of their own. */
  readonly shares: { next: number; whole: number }
}

/** What the rules of one link, taken in order, start from. */
export const newScope = (): Scope => ({ nested: false, shares: { next: 0, whole: 0 } })

/** Makes a condition of a value without its leading `!`, or tells what is wrong with the value. */
export type ConditionParser = (value: string, scope: Scope) => Result<Condition, string>

/** The comma-separated alternatives of a value, each read by `parse`; `expected` words what one looks like. */
export function alternatives<T>(
  value: string,
  expected: string,
  parse: (alternative: string) => T | undefined,
): Result<T[], string> {
  const all: T[] = []
  for (const part of new Set(value.split(','))) {
    const parsed = parse(part.trim())
    if (parsed === undefined) return err(`value must be ${expected}`)
    all.push(parsed)
  }
  return ok(all)
}

/** A condition on one text fact: it must be among the alternatives. */
export const among =
  (
    fact: (facts: Facts) => string | null | undefined,
    expected: string,
    parse: (alternative: string) => string | undefined,
  ): ConditionParser =>
  (value) =>
    alternatives(value, expected, parse).map((wanted) => {
      const set = new Set(wanted)
      return (facts) => {
        const known = fact(facts)
        return known == null ? undefined : set.has(known)
      }
    })

/** Matches when any of the tests does. */
export const some =
  <T>(wanted: readonly T[], test: (facts: Facts, wanted: T) => boolean): Condition =>
  (facts) => {
    for (const one of wanted) if (test(facts, one)) return true
    return false
  }
