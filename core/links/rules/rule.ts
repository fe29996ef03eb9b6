import { err, ok, type Result } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../../kernel/errors.ts'
import { text } from '../../kernel/input.ts'
import type { Steps } from '../../kernel/steps.ts'
import { linkTarget } from '../../kernel/web-url.ts'
import { countAlternatives } from './compile-condition.ts'
import { compileInSteps, type MalformedRule } from './compile-rules.ts'

/** One routing rule as its owner wrote it. */
export const Rule = z.object({
  type: text('rule type', { min: 1, max: 32 }),
  value: text('rule value', { max: 2048 }),
  target: linkTarget('rule target'),
})
export type Rule = z.output<typeof Rule>

/** How much of rules one link takes: their count, and their bytes as JSON in UTF-8. */
interface RuleLimits {
  readonly rules: number
  readonly kibibytes: number
}

const LIMITS: RuleLimits = { rules: 50, kibibytes: 64 }
/** Links without an owner stay for ever, and cost their makers nothing. */
const ANONYMOUS_LIMITS: RuleLimits = { rules: 5, kibibytes: 4 }
const MAX_ALTERNATIVES = 100

/** The ordered rules of a link, of bounded size. Their conditions are left to `checkRules`, which may take longer. */
export const Rules = z
  .array(z.unknown(), 'rules must be a list')
  .max(LIMITS.rules, `a link takes at most ${LIMITS.rules} rules`)
  .pipe(z.array(Rule))
  .superRefine((rules, context) => {
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
