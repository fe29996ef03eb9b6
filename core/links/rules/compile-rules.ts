import { err, type Result } from 'neverthrow'
import { finish, type Steps } from '../../kernel/steps.ts'
import { toLocation } from '../../kernel/web-url.ts'
import { compileCondition } from './compile-condition.ts'
import { type Condition, newScope, type Scope } from './condition.ts'
import type { Rule } from './rule.ts'

/** A rule ready to be asked. */
export interface CompiledRule {
  /** Where the rule stands in the list its owner wrote. */
  readonly index: number
  readonly matches: Condition
  readonly target: string
  /** The target as a `Location` header carries it. */
  readonly location: string
}

/** The usable rules of one link, in order; at least one. */
export type CompiledRules = readonly CompiledRule[]

/** A stored rule that is passed over. */
export interface MalformedRule {
  readonly index: number
  readonly reason: string
}

/** The characters that one step compiles. Host names outside ASCII take longest, some 0.2 microseconds a character. */
const STEP_CHARACTERS = 2048
/** What a rule costs apart from its value, in characters. */
const RULE_CHARACTERS = 200

/**
 * Compiles the rules of a link, once for many visits; null when there is none to ask. What storage holds was checked when it was
 * written, perhaps by another version, so a malformed rule is reported and skipped rather than trusted.
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

/** The same in one step, for callers that hold nothing up. */
export const compileRules = (...given: Parameters<typeof compileInSteps>) => finish(compileInSteps(...given))

function compileRule(rule: Partial<Rule> | null, index: number, scope: Scope): Result<CompiledRule, string> {
  const { type, value, target } = rule ?? {}
  if (typeof type !== 'string' || typeof value !== 'string' || typeof target !== 'string') {
    return err('type, value and target must be strings')
  }
  const location = toLocation(target)
  if (location === null) return err('target must be an absolute http:// or https:// URL')
  return compileCondition(type, value, scope).map((matches) => ({ index, matches, target, location }))
}
