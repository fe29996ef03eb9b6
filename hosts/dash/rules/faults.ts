import { compileRules } from '@shortlink/core'
import { pathOf } from '../api/errors.ts'
import { wordRuleFault } from '../ui/text/error-words.ts'
import type { Messages } from '../words/messages.ts'
import type { StoredRule } from './conditions.ts'

/** Problem with a rule, in the words of the dashboard. */
export interface Fault {
  /** The part that is wrong: the target, or a condition by its place in the rule. */
  readonly part: 'target' | number
  readonly message: string
}

/** The reasons of core for malformed rules, by their place. */
export function malformedRules(rules: readonly StoredRule[]): ReadonlyMap<number, string> {
  const reasons = new Map<number, string>()
  compileRules(rules, ({ index, reason }) => void reasons.set(index, reason))
  return reasons
}

/** The faults of malformed rules, by their place. */
export const faultsOf = (rules: readonly StoredRule[], words: Messages): ReadonlyMap<number, Fault> =>
  new Map(
    Array.from(malformedRules(rules), ([index, reason]) => {
      const [, condition] = /^all value, condition (\d+): /.exec(reason) ?? []
      const part = reason.startsWith('target ') ? 'target' : Number(condition ?? 0)
      return [index, { part, message: wordRuleFault(words, reason) }]
    }),
  )

/** The rule that a server error refers to, and its problem; undefined for other errors. */
export function faultOfAnswer(error: Error): readonly [rule: number, fault: Fault] | undefined {
  const path = pathOf(error) ?? ''
  const [, rule, field] = /^rules\.(\d+)(?:\.(\w+))?$/.exec(path) ?? []
  return rule === undefined
    ? undefined
    : [Number(rule), { part: field === 'target' ? 'target' : 0, message: error.message }]
}
