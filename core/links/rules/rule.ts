import { z } from 'zod'
import { boundedList, text } from '../../kernel/input.ts'
import { LINK_TARGET_RULE, linkTarget } from '../../kernel/web-url.ts'
import { countAlternatives } from './compile-condition.ts'
import { RULE_TYPES } from './vocabulary.ts'

/** Limits of the rules of one link: their count, and their size as JSON in UTF-8. */
interface RuleLimits {
  readonly rules: number
  readonly kibibytes: number
}

const LIMITS: RuleLimits = { rules: 50, kibibytes: 64 }
/** Anonymous links are stored permanently at no cost to their creator. */
export const ANONYMOUS_LIMITS: RuleLimits = { rules: 5, kibibytes: 4 }
const MAX_ALTERNATIVES = 100
const MAX_TYPE_LENGTH = 32
const MAX_VALUE_LENGTH = 2048

/** One routing rule as its owner wrote it. */
export const Rule = z.object({
  // `checkRules` refuses other types: stored rules may have one of a later version, and are skipped.
  type: text('rule type', { min: 1, max: MAX_TYPE_LENGTH }).meta({
    description: `The condition type, 1 to ${MAX_TYPE_LENGTH} characters: ${RULE_TYPES.join(', ')}.`,
    enum: RULE_TYPES,
  }),
  value: text('rule value', { max: MAX_VALUE_LENGTH }).describe(
    `The values to match: at most ${MAX_VALUE_LENGTH} characters and ${MAX_ALTERNATIVES} alternatives, separated by commas. Alternatives of all conditions in \`all\` count together. A leading \`!\` negates.`,
  ),
  target: linkTarget('rule target').describe(LINK_TARGET_RULE),
})
export type Rule = z.output<typeof Rule>

/** The ordered rules of a link, of bounded size. `checkRules` checks their conditions, which may take longer. */
export const Rules = boundedList(Rule, LIMITS.rules, {
  type: 'rules must be a list',
  tooLong: `a link takes at most ${LIMITS.rules} rules`,
}).superRefine((rules, context) => {
  const index = rules.findIndex((rule) => countAlternatives(rule) > MAX_ALTERNATIVES)
  if (index >= 0) {
    context.addIssue({
      code: 'custom',
      message: `value takes at most ${MAX_ALTERNATIVES} alternatives`,
      path: [index],
    })
  }
  if (jsonBytes(rules) > LIMITS.kibibytes * 1024) {
    context.addIssue({ code: 'custom', message: `the rules of a link take at most ${LIMITS.kibibytes} KiB as JSON` })
  }
})
/** The limits of {@link Rules}, for descriptions. */
export const RULES_LIMIT = `at most ${LIMITS.rules}, and ${LIMITS.kibibytes} KiB of JSON in total`
export const ANONYMOUS_RULES_LIMIT = `${ANONYMOUS_LIMITS.rules} and ${ANONYMOUS_LIMITS.kibibytes} KiB`
export type Rules = z.output<typeof Rules>

/** Size of rules as JSON in UTF-8. */
export const jsonBytes = (rules: Rules) => new TextEncoder().encode(JSON.stringify(rules)).length
