import { err, ok, type Result } from 'neverthrow'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { Steps } from '../../kernel/steps.ts'
import { compileInSteps, type MalformedRule } from './compile-rules.ts'
import { ANONYMOUS_LIMITS, jsonBytes, type Rules } from './rule.ts'

/** Compiles the conditions of rules, in steps. The error describes the first malformed rule. */
export function* checkRules(rules: Rules): Steps<Result<void, ErrorOf<'invalid-input'>>> {
  let first: MalformedRule | undefined
  yield* compileInSteps(rules, (malformed) => {
    first ??= malformed
  })
  return first ? err(invalidRules(`rules[${first.index}]: ${first.reason}`, `rules.${first.index}`)) : ok(undefined)
}

/** `invalid-input` for rules that exceed the limits of anonymous links. */
export function checkAnonymousRules(rules: Rules): Result<void, ErrorOf<'invalid-input'>> {
  const { rules: count, kibibytes } = ANONYMOUS_LIMITS
  if (rules.length <= count && jsonBytes(rules) <= kibibytes * 1024) return ok(undefined)
  const message = `without an account a link takes at most ${count} rules and ${kibibytes} KiB of them as JSON`
  return err(invalidRules(message, 'rules'))
}

const invalidRules = (message: string, path: string) => ({ type: 'invalid-input' as const, message, path })
