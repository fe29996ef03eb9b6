import { err, ok, type Result } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../../kernel/errors.ts'
import { boundedList, text } from '../../kernel/input.ts'
import type { Steps } from '../../kernel/steps.ts'
import { LINK_TARGET_RULE, linkTarget } from '../../kernel/web-url.ts'
import { countAlternatives } from './compile-condition.ts'
import { compileInSteps, type MalformedRule } from './compile-rules.ts'

/** Limits of the rules of one link: their count, and their size as JSON in UTF-8. */
interface RuleLimits {
  readonly rules: number
  readonly kibibytes: number
}

const LIMITS: RuleLimits = { rules: 50, kibibytes: 64 }
/** Anonymous links are kept for ever at no cost to their creator. */
const ANONYMOUS_LIMITS: RuleLimits = { rules: 5, kibibytes: 4 }
const MAX_ALTERNATIVES = 100

/** One routing rule as its owner wrote it. */
export const Rule = z.object({
  type: text('rule type', { min: 1, max: 32 }).describe(
    'What the rule looks at, such as `device`, `os`, `country`, `language`, `query`, `time`, `percent` or `all`.',
  ),
  value: text('rule value', { max: 2048 }).describe(
    `What matches: at most ${MAX_ALTERNATIVES} alternatives, separated by commas; those of all conditions inside \`all\` count together. A leading \`!\` negates.`,
  ),
  target: linkTarget('rule target').describe(LINK_TARGET_RULE),
})
export type Rule = z.output<typeof Rule>

/** The ordered rules of a link, of bounded size. Their conditions are left to `checkRules`, which may take longer. */
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
export const RULES_LIMIT = `at most ${LIMITS.rules}, and ${LIMITS.kibibytes} KiB of JSON together`
export const ANONYMOUS_RULES_LIMIT = `${ANONYMOUS_LIMITS.rules} and ${ANONYMOUS_LIMITS.kibibytes} KiB`
export type Rules = z.output<typeof Rules>

const jsonBytes = (rules: Rules) => new TextEncoder().encode(JSON.stringify(rules)).length

/** Compiles the conditions of rules, in steps. The error names the first rule that is malformed. */
export function* checkRules(rules: Rules): Steps<Result<void, ErrorOf<'invalid-input'>>> {
  let first: MalformedRule | undefined
  yield* compileInSteps(rules, (malformed) => {
    first ??= malformed
  })
  return first ? err(invalidRules(`rules[${first.index}]: ${first.reason}`, `rules.${first.index}`)) : ok(undefined)
}

/** Whether callers without an account may make a link with these rules. */
export function checkAnonymousRules(rules: Rules): Result<void, ErrorOf<'invalid-input'>> {
  const { rules: count, kibibytes } = ANONYMOUS_LIMITS
  if (rules.length <= count && jsonBytes(rules) <= kibibytes * 1024) return ok(undefined)
  return err(
    invalidRules(
      `without an account a link takes at most ${count} rules and ${kibibytes} KiB of them as JSON`,
      'rules',
    ),
  )
}

const invalidRules = (message: string, path: string) => ({ type: 'invalid-input' as const, message, path })
