import { err, type Result } from 'neverthrow'
import type { Condition, ConditionParser, Scope } from './condition.ts'
import { browser, device, os } from './conditions/agent.ts'
import { allBy } from './conditions/all.ts'
import { after, before, time, weekday } from './conditions/clock.ts'
import { ip } from './conditions/ip.ts'
import { language } from './conditions/language.ts'
import { percent } from './conditions/percent.ts'
import { city, continent, country, region } from './conditions/place.ts'
import { query } from './conditions/query.ts'
import { referrer } from './conditions/referrer.ts'
import { visits } from './conditions/visits.ts'

const all = allBy((type, value, scope) => compileCondition(type, value, scope))

/** Every type a rule can have. A map, so that no name inherited by objects passes for one. */
const VOCABULARY = new Map<string, ConditionParser>(
  Object.entries({
    ...{ device, os, browser },
    ...{ country, continent, region, city },
    ...{ language, query, referrer, ip },
    ...{ before, after, time, weekday },
    ...{ visits, percent, all },
  }),
)

const not =
  (condition: Condition): Condition =>
  (facts) => {
    const outcome = condition(facts)
    return outcome === undefined ? undefined : !outcome
  }

/** Compiles a type and its value, or tells what is wrong with them. */
export function compileCondition(type: string, value: string, scope: Scope): Result<Condition, string> {
  const parse = VOCABULARY.get(type)
  if (!parse) return err(`type must be one of ${[...VOCABULARY.keys()].join(', ')}`)
  const written = value.trim()
  const negated = written.startsWith('!')
  const condition = parse(negated ? written.slice(1).trim() : written, scope)
  return (negated ? condition.map(not) : condition).mapErr((wrong) => `${type} ${wrong}`)
}
