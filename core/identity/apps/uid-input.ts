import { text } from '../../kernel/input.ts'

/** Well above the length of any id. */
const MAX_LENGTH = 100

/** The id in the address of a consent page. */
export const uidInput = text('uid', { min: 1, max: MAX_LENGTH }).describe(
  `The last part of the address of the consent page, at most ${MAX_LENGTH} characters.`,
)
