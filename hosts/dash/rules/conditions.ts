import { RULE_EXAMPLES } from '@shortlink/core'
import type { Link } from '../links/queries.ts'

/** A rule as the server stores it. */
export type StoredRule = Link['rules'][number]

/** The types of a single condition; `all` joins several. */
export type ConditionType = Exclude<keyof typeof RULE_EXAMPLES, 'all'>
export const CONDITION_TYPES = Object.keys(RULE_EXAMPLES).filter((type) => type !== 'all') as ConditionType[]

/** One condition in the editor. */
export interface Condition {
  /** A type of a later version is kept as it is. */
  readonly type: string
  readonly isNegated: boolean
  readonly value: string
}

/** A rule in the editor: all its conditions must hold. */
export interface EditedRule {
  /** Stays the same while the rule moves. */
  readonly key: string
  readonly conditions: readonly Condition[]
  readonly target: string
}

/** The editor's form of a stored rule. An `all` that is no list of conditions is kept as one condition, to be mended. */
export function edited({ type, value, target }: StoredRule, key: string): EditedRule {
  const members = type === 'all' ? membersOf(value) : undefined
  return { key, target, conditions: members?.map(conditionOf) ?? [conditionOf({ type, value })] }
}

/** The stored form of a rule: one condition is its own rule, several are an `all`. */
export function stored({ conditions, target }: EditedRule): StoredRule {
  const written = conditions.map(({ type, isNegated, value }) => ({
    type,
    value: `${isNegated ? '!' : ''}${value.trim()}`,
  }))
  const [first] = written
  return written.length === 1 && first
    ? { ...first, target: target.trim() }
    : { type: 'all', value: JSON.stringify(written), target: target.trim() }
}

interface Member {
  readonly type: string
  readonly value: string
}

const conditionOf = ({ type, value }: Member): Condition => {
  const isNegated = value.startsWith('!')
  return { type, isNegated, value: isNegated ? value.slice(1) : value }
}

function membersOf(value: string): readonly Member[] | undefined {
  try {
    const members: unknown = JSON.parse(value)
    return Array.isArray(members) && members.length > 0 && members.every(isMember) ? members : undefined
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

/** The share of each percent rule outside `all`, in order, and what is left for the rules after them. */
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
