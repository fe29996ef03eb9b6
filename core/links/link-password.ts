import { hasAtMost, isStorable } from '../kernel/text.ts'

/** Least and most characters of a link's password in NFKC, counted in code points. */
export const PASSWORD = { min: 4, max: 128 }

const isShort = hasAtMost(PASSWORD.max)

/** Whether it can be the password of a link. Works without the parser, which is too large for browsers. */
export function isLinkPassword(value: unknown): value is string {
  if (typeof value !== 'string' || !isStorable(value) || value.length > 4 * PASSWORD.max) return false
  const formed = value.normalize('NFKC')
  return [...formed].length >= PASSWORD.min && isShort(formed)
}
