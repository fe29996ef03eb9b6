import { err, ok, type Result } from 'neverthrow'
import type { Facts } from './facts.ts'

/** True if the visit matches; `undefined` if the fact is unknown, so that neither the condition nor its negation matches. */
export interface Condition {
  (facts: Facts): boolean | undefined
  /** The condition that this one negates, for the simulator, which looks at each part. */
  readonly negated?: Condition
  /** The conditions that must all hold for this one, for the simulator. */
  readonly members?: readonly Condition[]
}

/** Shared state of the conditions of one link during compilation. */
export interface Scope {
  /** True inside `all`. */
  readonly nested: boolean
  /** Buckets that percent conditions have allocated: the next free one, and the number allocated outside `all`. */
  readonly shares: { next: number; whole: number }
}

/** The scope for the first rule of a link. */
export const newScope = (): Scope => ({ nested: false, shares: { next: 0, whole: 0 } })

/** Compiles a value without its leading `!`; the error is a message for its author. */
export type ConditionParser = (value: string, scope: Scope) => Result<Condition, string>

/**
 * Parses the comma-separated alternatives of a value.
 * @param expected describes a valid alternative, for the error
 */
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

/** A condition that one text fact equals one of the alternatives. */
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

/** A condition that the test holds for any of the alternatives. */
export const some =
  <T>(wanted: readonly T[], test: (facts: Facts, wanted: T) => boolean): Condition =>
  (facts) => {
    for (const one of wanted) if (test(facts, one)) return true
    return false
  }
