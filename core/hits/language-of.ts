/**
 * The first language range of an `Accept-Language` header, up to the start of the next (RFC 9110, 12.5.4): a language, its subtags, and a
 * quality. It ignores empty elements before it (RFC 9110, 5.6.1).
 */
const FIRST_RANGE = /^[\t ,]*([a-z]{2,8})(?:-[a-z0-9]{1,8})*[\t ]*(?:;[\t ]*q=[01](?:\.\d{0,3})?[\t ]*)?(?:,|$)/i

/** Returns the first language of the header, without subtags and in lower case; null for `*` and malformed headers. */
export const languageOf = (acceptLanguage: string): string | null =>
  FIRST_RANGE.exec(acceptLanguage)?.[1]?.toLowerCase() ?? null
