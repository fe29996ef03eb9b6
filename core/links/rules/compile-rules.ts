import { err, type Result } from 'neverthrow'
import { finish, type Steps } from '../../kernel/steps.ts'
import { toLocation } from '../../kernel/web-url.ts'
import { compileCondition } from './compile-condition.ts'
import { type Condition, newScope, type Scope } from './condition.ts'
import type { Rule } from './rule.ts'

/** A rule ready for evaluation. */
export interface CompiledRule {
  /** Index in the owner's list of rules. */
  readonly index: number
  readonly matches: Condition
  readonly target: string
  /** The target as a `Location` header carries it. */
  readonly location: string
}

/** The usable rules of one link, in order; at least one. */
export type CompiledRules = readonly CompiledRule[]

/** A stored rule that is skipped. */
export interface MalformedRule {
  readonly index: number
  readonly reason: string
}

/** Characters compiled per step. Non-ASCII host names are slowest, at about 0.2 µs per character. */
const STEP_CHARACTERS = 2048
/** Fixed cost of a rule, in characters. */
const RULE_CHARACTERS = 200

/**
 * Compiles the rules of a link for many visits; null if none is usable. Stored rules may have been checked by another version, so a
 * malformed rule is reported and skipped.
 */
export function* compileInSteps(
  rules: readonly Rule[],
  onMalformed: (malformed: MalformedRule) => void = () => {},
): Steps<CompiledRules | null> {
  const scope = newScope()
  const compiled: CompiledRule[] = []
  let characters = 0
  for (const [index, rule] of (Array.isArray(rules) ? rules : []).entries()) {
    const cost = RULE_CHARACTERS + String(rule?.value).length
    if (characters > 0 && characters + cost > STEP_CHARACTERS) {
      characters = 0
      yield
    }
    characters += cost
    compileRule(rule, index, scope).match(
      (usable) => compiled.push(usable),
      (reason) => onMalformed({ index, reason }),
    )
  }
  return compiled.length > 0 ? compiled : null
}

/** {@link compileInSteps} without pauses, for callers off the event loop. */
export const compileRules = (...args: Parameters<typeof compileInSteps>) => finish(compileInSteps(...args))

function compileRule(rule: Partial<Rule> | null, index: number, scope: Scope): Result<CompiledRule, string> {
  const { type, value, target } = rule ?? {}
  if (typeof type !== 'string' || typeof value !== 'string' || typeof target !== 'string') {
    return err('type, value and target must be strings')
  }
  const location = toLocation(target)
  if (location === null) return err('target must be an absolute http:// or https:// URL')
  return compileCondition(type, value, scope).map((matches) => ({ index, matches, target, location }))
}
