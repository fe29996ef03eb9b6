import { RULE_EXAMPLES } from '@shortlink/core'
import type { Link } from '../links/queries.ts'
import { withScheme } from '../ui/text/is-address.ts'

/** A rule as the server stores it. */
export type StoredRule = Link['rules'][number]

/** The types of a single condition; `all` joins several. */
export type ConditionType = Exclude<keyof typeof RULE_EXAMPLES, 'all'>
export const CONDITION_TYPES = Object.keys(RULE_EXAMPLES).filter((type) => type !== 'all') as ConditionType[]

/** One condition in the editor. */
export interface Condition {
  /** The type of a later version stays unchanged. */
  readonly type: string
  readonly isNegated: boolean
  readonly value: string
}

/** A rule in the editor. */
export interface EditedRule {
  /** Stays the same when the rule moves. */
  readonly key: string
  readonly conditions: readonly Condition[]
  /** Whether the rule applies to visitors who do not match all conditions. */
  readonly isNegated: boolean
  readonly target: string
}

/** The editor's form of a stored rule. An `all` that is no list of conditions stays a single condition, so that the user can fix it. */
export function edited({ type, value, target }: StoredRule, key: string): EditedRule {
  const group = type === 'all' ? withoutNegation(value) : undefined
  const members = group && membersOf(group.value)
  return members
    ? { key, target, isNegated: group.isNegated, conditions: members.map(conditionOf) }
    : { key, target, isNegated: false, conditions: [conditionOf({ type, value })] }
}

/** The stored form of a rule: one condition is its own rule, several are an `all`. */
export function stored({ conditions, isNegated, target }: EditedRule): StoredRule {
  const written = conditions.map((condition) => ({
    type: condition.type,
    value: `${condition.isNegated ? '!' : ''}${condition.value.trim()}`,
  }))
  const [first] = written
  return written.length === 1 && first && !isNegated
    ? { ...first, target: withScheme(target) }
    : { type: 'all', value: `${isNegated ? '!' : ''}${JSON.stringify(written)}`, target: withScheme(target) }
}

interface Member {
  readonly type: string
  readonly value: string
}

const conditionOf = ({ type, value }: Member): Condition => ({ type, ...withoutNegation(value) })

function withoutNegation(value: string) {
  const isNegated = value.trim().startsWith('!')
  return { isNegated, value: isNegated ? value.trim().slice(1).trim() : value }
}

/**
 * The conditions of an `all`; undefined for a malformed value, and for a single percent condition: outside `all` it would take another
 * share.
 */
function membersOf(value: string): readonly Member[] | undefined {
  try {
    const members: unknown = JSON.parse(value)
    if (!Array.isArray(members) || members.length === 0 || !members.every(isMember)) return undefined
    return members.length === 1 && members[0]?.type === 'percent' ? undefined : members
  } catch {
    return undefined
  }
}

const isMember = (member: unknown): member is Member =>
  typeof member === 'object' &&
  member !== null &&
  'type' in member &&
  typeof member.type === 'string' &&
  'value' in member &&
  typeof member.value === 'string'

/** The list with the rule at one place moved to another. */
export function moved(rules: readonly EditedRule[], from: number, to: number): readonly EditedRule[] {
  const rule = rules[from]
  return rule === undefined || to < 0 || to >= rules.length ? rules : rules.toSpliced(from, 1).toSpliced(to, 0, rule)
}

/** The share of each percent rule outside `all`, in order, and the rest for the rules after them. */
export function percentShares(rules: readonly EditedRule[]): {
  shares: readonly { rule: number; percent: number }[]
  rest: number
} {
  const shares = rules.flatMap(({ conditions }, rule) => {
    const [only] = conditions
    const percent = Number(only?.value)
    const isShare = conditions.length === 1 && only?.type === 'percent' && !only.isNegated && percent > 0
    return isShare ? [{ rule, percent }] : []
  })
  return { shares, rest: Math.max(0, 100 - shares.reduce((sum, { percent }) => sum + percent, 0)) }
}
