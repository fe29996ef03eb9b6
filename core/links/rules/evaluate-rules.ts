import type { CompiledRule, CompiledRules } from './compile-rules.ts'
import type { Facts } from './facts.ts'

/** The first rule that matches. */
export function pickRule(rules: CompiledRules, facts: Facts): CompiledRule | undefined {
  for (const rule of rules) if (rule.matches(facts) === true) return rule
  return undefined
}
