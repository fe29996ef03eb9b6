import { err, type Result } from 'neverthrow'
import type { Condition, ConditionParser, Scope } from './condition.ts'
import { browser, device, os } from './conditions/agent.ts'
import { allBy, membersOf } from './conditions/all.ts'
import { after, before, time, weekday } from './conditions/clock.ts'
import { ip } from './conditions/ip.ts'
import { language } from './conditions/language.ts'
import { percent } from './conditions/percent.ts'
import { city, continent, country, region } from './conditions/place.ts'
import { query } from './conditions/query.ts'
import { referrer } from './conditions/referrer.ts'
import { visits } from './conditions/visits.ts'
import type { Facts } from './facts.ts'
import { RULE_TYPES, type RuleType } from './vocabulary.ts'

const all = allBy((type, value, scope) => compileCondition(type, value, scope))

/** The parsers of all rule types. A map, so that names such as `constructor` are not found. */
const PARSERS = new Map<string, ConditionParser>(
  Object.entries({
    ...{ device, os, browser },
    ...{ country, continent, region, city },
    ...{ language, query, referrer, ip },
    ...{ before, after, time, weekday },
    ...{ visits, percent, all },
  } satisfies Record<RuleType, ConditionParser>),
)

function not(condition: Condition): Condition {
  const opposite = (facts: Facts) => {
    const outcome = condition(facts)
    return outcome === undefined ? undefined : !outcome
  }
  return Object.assign(opposite, { negated: condition })
}

/** Splits off a leading `!`. */
function withoutNegation(value: string): { negated: boolean; rest: string } {
  const written = value.trim()
  const negated = written.startsWith('!')
  return { negated, rest: negated ? written.slice(1).trim() : written }
}

/** Compiles a condition; the error is a message for its author. */
export function compileCondition(type: string, value: string, scope: Scope): Result<Condition, string> {
  const parse = PARSERS.get(type)
  if (!parse) return err(`type must be one of ${RULE_TYPES.join(', ')}`)
  const { negated, rest } = withoutNegation(value)
  const condition = parse(rest, scope)
  return (negated ? condition.map(not) : condition).mapErr((message) => `${type} ${message}`)
}

/** Number of alternatives of a value, including all conditions inside `all`. The value may be malformed. */
export function countAlternatives({ type, value }: { type: string; value: string }): number {
  if (type !== 'all') return value.split(',').length
  const members = membersOf(withoutNegation(value).rest) ?? []
  return members.reduce<number>((count, member) => count + String(Object(member).value).split(',').length, 0)
}
