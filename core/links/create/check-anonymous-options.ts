import { err, ok, type Result } from 'neverthrow'
import { canonicalJson } from '../../idempotency/canonical-json.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { NewLink } from '../link.ts'
import { type LinkOptions, PLAIN_OPTIONS } from '../link-options.ts'

/**
 * `not-logged-in` for a link without an account that requests more than a target, a slug and rules: without its password, for example, it
 * would be open to all.
 */
export function checkAnonymousOptions(fields: NewLink): Result<void, ErrorOf<'not-logged-in'>> {
  const isSet = (name: string) => {
    const given = fields[name as keyof NewLink]
    return given !== undefined && canonicalJson(given) !== canonicalJson(PLAIN_OPTIONS[name as keyof LinkOptions])
  }
  const isPlain = fields.password == null && !fields.reuse && !Object.keys(PLAIN_OPTIONS).some(isSet)
  return isPlain ? ok() : err({ type: 'not-logged-in' })
}
