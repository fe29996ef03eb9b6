import { err, ok } from 'neverthrow'
import type { ConditionParser } from '../condition.ts'

/**
 * Allocates the next buckets of the link. Outside `all` the rules may use 100 buckets in total. Inside `all` other conditions divide the
 * visitors too (half of Italy, half of France, half of Spain), so there the buckets wrap around, and each condition gets its whole share.
 */
export const percent: ConditionParser = (value, { nested, shares }) => {
  if (!/^[1-9]\d?$/.test(value)) return err('value must be a whole number from 1 to 99')
  const share = Number(value)
  if (!nested && shares.whole + share > 100) return err('value takes the percent rules of the link beyond 100')
  if (!nested) shares.whole += share
  const start = shares.next
  shares.next = (start + share) % 100
  return ok(({ bucket }) => (bucket - start + 100) % 100 < share)
}
