/** Most characters of a slug. */
export const SLUG_LENGTH = 100
export const SLUG_CHARACTERS = /^[A-Za-z0-9_-]+$/

/** Whether a text is formed as a slug, without the parser, which is too large for browsers. It may be reserved or taken. */
export const isSlug = (text: string): boolean => text.length <= SLUG_LENGTH && SLUG_CHARACTERS.test(text)
