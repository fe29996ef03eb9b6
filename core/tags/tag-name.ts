import { hasAtMost, isStorable } from '../kernel/text.ts'

export const TAG_LENGTH = 50
export const TAGS_PER_LINK = 20

const isShort = hasAtMost(TAG_LENGTH)

/** Whether it can be the name of a tag. Works without the parser, which is too large for browsers. */
export const isTagName = (value: unknown): value is string =>
  typeof value === 'string' &&
  isStorable(value) &&
  value.length <= 4 * TAG_LENGTH &&
  !/\p{Cc}/u.test(value) &&
  value.trim() !== '' &&
  isShort(value.trim())
