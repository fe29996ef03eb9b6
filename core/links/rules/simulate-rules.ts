import { compileRules } from './compile-rules.ts'
import type { Condition } from './condition.ts'
import type { Rule } from './rule.ts'
import { outcomeFor, SimulatedFacts, type SimulatedVisitor } from './simulated-facts.ts'

/** Outcome of a rule for a visitor: `unknown` if it depends on an unknown fact about the visitor. */
export type RuleOutcome = 'match' | 'no match' | 'unknown'

export interface RuleSimulation {
  /** The outcome of each rule, in order, including rules after the winner. */
  readonly outcomes: readonly RuleOutcome[]
  /** Index of the rule that decides; null if the link's own target does; `unknown` if an unknown rule comes before. */
  readonly winner: number | null | 'unknown'
}

/**
 * Evaluates rules for a visitor with possibly unknown facts. If all facts are known, the winner equals the result of `pickRule`. A
 * malformed rule does not match, since visits skip it.
 * @param rules as their owner wrote them
 */
export function simulateRules(rules: readonly Rule[], visitor: SimulatedVisitor): RuleSimulation {
  const facts = new SimulatedFacts(visitor)
  const outcomes = rules.map((): RuleOutcome => 'no match')
  for (const { index, matches } of compileRules(rules) ?? []) outcomes[index] = toOutcome(possible(matches, facts))
  const first = outcomes.findIndex((outcome) => outcome !== 'no match')
  if (first < 0) return { outcomes, winner: null }
  return { outcomes, winner: outcomes[first] === 'match' ? first : 'unknown' }
}

/** Possible outcomes of a condition, as bits: it holds, it does not, or neither it nor its negation does because the fact is missing. */
const YES = 1
const NO = 2
const NEITHER = 4
const ANY = YES | NO | NEITHER

const toOutcome = (outcomes: number): RuleOutcome => {
  if (outcomes === YES) return 'match'
  return (outcomes & YES) === 0 ? 'no match' : 'unknown'
}

/** The outcomes that a condition may have for the visitor: a single one if all that it depends on is known. */
function possible(condition: Condition, facts: SimulatedFacts): number {
  if (condition.negated) return opposite(possible(condition.negated, facts))
  if (condition.members) return condition.members.map((member) => possible(member, facts)).reduce(both, YES)
  const outcome = outcomeFor(condition, facts)
  if (outcome === 'unknown') return ANY
  return outcome === undefined ? NEITHER : outcome ? YES : NO
}

const opposite = (outcomes: number) => (outcomes & NEITHER) | (outcomes & YES ? NO : 0) | (outcomes & NO ? YES : 0)

/** The outcomes of two conditions that must both hold: `NO` if either is `NO`, otherwise `NEITHER` if either is `NEITHER`. */
function both(one: number, other: number): number {
  const canHold = one & other & YES
  const cannotHold = (one | other) & NO
  const bothNotNo = one & (YES | NEITHER) && other & (YES | NEITHER)
  return canHold | cannotHold | (bothNotNo ? (one | other) & NEITHER : 0)
}
