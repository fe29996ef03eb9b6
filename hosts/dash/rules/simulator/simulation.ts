import { type RuleOutcome, type SimulatedVisitor, simulateRules } from '@shortlink/core'
import type { StoredRule } from '../conditions.ts'
import { malformedRules } from '../faults.ts'

/** Outcome of a rule in the editor for a visitor: `faulty` if the rule has a mistake, so that it could not be saved. */
export type EditedOutcome = RuleOutcome | 'faulty'

interface Simulation {
  readonly outcomes: readonly EditedOutcome[]
  /** The first rule that may decide; undefined if none does. */
  readonly first: { readonly index: number; readonly outcome: Exclude<EditedOutcome, 'no match'> } | undefined
}

/** Tries rules that are being edited on a visitor. */
export function simulate(rules: readonly StoredRule[], visitor: SimulatedVisitor): Simulation {
  const malformed = malformedRules(rules)
  const outcomes = simulateRules(rules, visitor).outcomes.map((outcome, at) => (malformed.has(at) ? 'faulty' : outcome))
  for (const [index, outcome] of outcomes.entries())
    if (outcome !== 'no match') return { outcomes, first: { index, outcome } }
  return { outcomes, first: undefined }
}
