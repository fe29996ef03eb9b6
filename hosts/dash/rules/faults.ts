import { compileRules } from '@shortlink/core'
import { pathOf } from '../api/errors.ts'
import type { StoredRule } from './conditions.ts'

/** Problem with a rule, in core's words. */
export interface Fault {
  /** The part that is wrong: the target, or a condition by its place in the rule. */
  readonly part: 'target' | number
  readonly message: string
}

/** The faults of malformed rules, by their place. */
export function faultsOf(rules: readonly StoredRule[]): ReadonlyMap<number, Fault> {
  const faults = new Map<number, Fault>()
  compileRules(rules, ({ index, reason }) => void faults.set(index, faultFrom(reason)))
  return faults
}

/** The rule that a server error refers to, and its problem; undefined for other errors. */
export function faultOfAnswer(error: Error): readonly [rule: number, fault: Fault] | undefined {
  const path = pathOf(error) ?? ''
  const [, rule, field] = /^rules\.(\d+)(?:\.(\w+))?$/.exec(path) ?? []
  if (rule === undefined) return undefined
  const fault = faultFrom(error.message.replace(/^rules\[\d+\]: /, ''))
  return [Number(rule), field === 'target' ? { ...fault, part: 'target' } : fault]
}

function faultFrom(reason: string): Fault {
  if (reason.startsWith('target ')) return { part: 'target', message: reason }
  const [, condition, message = reason] = /^all value, condition (\d+): (.*)$/s.exec(reason) ?? []
  return { part: Number(condition ?? 0), message }
}
