/** Most characters of a slug. */
export const SLUG_LENGTH = 100
export const SLUG_CHARACTERS = /^[A-Za-z0-9_-]+$/

/** Whether a text has the form of a slug. Works without the parser, which is too large for browsers. The slug may be reserved or taken. */
export const isSlug = (text: string): boolean => text.length <= SLUG_LENGTH && SLUG_CHARACTERS.test(text)
